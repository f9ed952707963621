#include "textflag.h"

// func addRowsAVX2(rows *[200][128]int16, bias *[128]int16, in *uint8, n int, hidden *[128]uint8)
// Y0 to Y7 are the sums, sixteen a register.
TEXT ·addRowsAVX2(SB), NOSPLIT, $0-40
	MOVQ rows+0(FP), SI
	MOVQ bias+8(FP), DI
	MOVQ in+16(FP), DX
	MOVQ n+24(FP), CX
	MOVQ hidden+32(FP), R8
	VMOVDQU 0(DI), Y0
	VMOVDQU 32(DI), Y1
	VMOVDQU 64(DI), Y2
	VMOVDQU 96(DI), Y3
	VMOVDQU 128(DI), Y4
	VMOVDQU 160(DI), Y5
	VMOVDQU 192(DI), Y6
	VMOVDQU 224(DI), Y7

row:
	MOVBLZX (DX), AX
	SHLQ $8, AX // a row has 256 bytes
	VPADDW 0(SI)(AX*1), Y0, Y0
	VPADDW 32(SI)(AX*1), Y1, Y1
	VPADDW 64(SI)(AX*1), Y2, Y2
	VPADDW 96(SI)(AX*1), Y3, Y3
	VPADDW 128(SI)(AX*1), Y4, Y4
	VPADDW 160(SI)(AX*1), Y5, Y5
	VPADDW 192(SI)(AX*1), Y6, Y6
	VPADDW 224(SI)(AX*1), Y7, Y7
	INCQ DX
	DECQ CX
	JNZ row

	// In steps of 1/127, bounded by -128 and 127 and then by 0; the packing takes halves in turn.
	VPXOR Y8, Y8, Y8
	VPSRAW $2, Y0, Y0
	VPSRAW $2, Y1, Y1
	VPSRAW $2, Y2, Y2
	VPSRAW $2, Y3, Y3
	VPSRAW $2, Y4, Y4
	VPSRAW $2, Y5, Y5
	VPSRAW $2, Y6, Y6
	VPSRAW $2, Y7, Y7
	VPACKSSWB Y1, Y0, Y0
	VPERMQ $0xd8, Y0, Y0
	VPMAXSB Y8, Y0, Y0
	VMOVDQU Y0, 0(R8)
	VPACKSSWB Y3, Y2, Y2
	VPERMQ $0xd8, Y2, Y2
	VPMAXSB Y8, Y2, Y2
	VMOVDQU Y2, 32(R8)
	VPACKSSWB Y5, Y4, Y4
	VPERMQ $0xd8, Y4, Y4
	VPMAXSB Y8, Y4, Y4
	VMOVDQU Y4, 64(R8)
	VPACKSSWB Y7, Y6, Y6
	VPERMQ $0xd8, Y6, Y6
	VPMAXSB Y8, Y6, Y6
	VMOVDQU Y6, 96(R8)
	VZEROUPPER
	RET

// func multiplyAVX2(hidden *[128]uint8, weights *[32][16][4]int8, bias, units *[16]int32)
// Y0 and Y1 are the sums of eight units each; four hidden numbers are multiplied at a time.
TEXT ·multiplyAVX2(SB), NOSPLIT, $0-32
	MOVQ hidden+0(FP), SI
	MOVQ weights+8(FP), DI
	MOVQ bias+16(FP), DX
	MOVQ units+24(FP), R8
	VMOVDQU (DX), Y0
	VMOVDQU 32(DX), Y1
	VPXOR Y8, Y8, Y8
	VPXOR Y9, Y9, Y9
	VPCMPEQW Y7, Y7, Y7
	VPSRLW $15, Y7, Y7 // sixteen ones
	MOVQ $16, CX

four:
	VPBROADCASTD 0(SI), Y2
	VPMADDUBSW 0(DI), Y2, Y3
	VPMADDUBSW 32(DI), Y2, Y4
	VPMADDWD Y7, Y3, Y3
	VPMADDWD Y7, Y4, Y4
	VPADDD Y3, Y0, Y0
	VPADDD Y4, Y1, Y1
	VPBROADCASTD 4(SI), Y2
	VPMADDUBSW 64(DI), Y2, Y3
	VPMADDUBSW 96(DI), Y2, Y4
	VPMADDWD Y7, Y3, Y3
	VPMADDWD Y7, Y4, Y4
	VPADDD Y3, Y8, Y8
	VPADDD Y4, Y9, Y9
	ADDQ $8, SI
	ADDQ $128, DI
	DECQ CX
	JNZ four
	VPADDD Y8, Y0, Y0
	VPADDD Y9, Y1, Y1
	VMOVDQU Y0, (R8)
	VMOVDQU Y1, 32(R8)
	VZEROUPPER
	RET
