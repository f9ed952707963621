//go:build !nopalm

#include "net.h"

#include <cstring>
#include <exception>
#include <opencv2/dnn.hpp>
#include <stdexcept>
#include <string>
#include <vector>

struct palm_net {
	cv::dnn::Net net;
	std::vector<cv::String> names;
	std::vector<cv::Mat> outputs;
};

static void copy(const cv::Mat &output, float *into, size_t numbers) {
	if (output.type() != CV_32F || !output.isContinuous() || output.total() != numbers)
		throw std::runtime_error("the network has outputs of another size");
	std::memcpy(into, output.ptr<float>(), numbers * sizeof(float));
}

palm_net *palm_load(const void *onnx, size_t length, char **problem) {
	*problem = NULL;
	try {
		cv::dnn::Net net = cv::dnn::readNetFromONNX(static_cast<const char *>(onnx), length);
		net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
		net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
		return new palm_net{net, {"boxes", "scores"}, {}};
	} catch (const std::exception &e) {
		*problem = strdup(e.what());
	}
	return NULL;
}

void palm_run(palm_net *net, const float *picture, int size, float *boxes, size_t box_numbers, float *scores,
	size_t score_numbers, char **problem) {
	*problem = NULL;
	try {
		const int shape[] = {1, 3, size, size};
		net->net.setInput(cv::Mat(4, shape, CV_32F, const_cast<float *>(picture)));
		// Loops within a loop stay in its thread, and a loop over one thing runs in the caller's.
		cv::parallel_for_(cv::Range(0, 1), [net](const cv::Range &) { net->net.forward(net->outputs, net->names); });
		copy(net->outputs.at(0), boxes, box_numbers);
		copy(net->outputs.at(1), scores, score_numbers);
	} catch (const std::exception &e) {
		*problem = strdup(e.what());
	}
}

void palm_close(palm_net *net) { delete net; }
