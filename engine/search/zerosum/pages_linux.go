package zerosum

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a large page in bytes, on most processors.
const hugePage = 2 << 20

// inPages is so many buckets, in large pages where the system has any: a table is looked up all over, and the places of
// small pages would have to be looked up, too (madvise(2), MADV_HUGEPAGE).
func inPages(n int) []bucket {
	const each = int(unsafe.Sizeof(bucket{}))
	if n*each < hugePage {
		return make([]bucket, n)
	}
	room := make([]bucket, n+hugePage/each)
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(room)))) & (hugePage - 1)
	buckets := room[skip/each:][:n:n]
	// Where it is refused the pages are small.
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(buckets))), n*each), syscall.MADV_HUGEPAGE)
	return buckets
}
