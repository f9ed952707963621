//go:build !nopalm

// The network, for Go: OpenCV's dnn without C++ in its calls. No exception leaves it: what OpenCV says goes into
// problem, which the caller frees; it is NULL where all went well.
#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>

typedef struct palm_net palm_net;

palm_net *palm_load(const void *onnx, size_t length, char **problem);

// Computes the outputs for a picture of 3 x size x size; boxes and scores have room for so many numbers.
void palm_run(palm_net *net, const float *picture, int size, float *boxes, size_t box_numbers, float *scores,
	size_t score_numbers, char **problem);

void palm_close(palm_net *net);

#ifdef __cplusplus
}
#endif
