//go:build !linux

package zerosum

func inPages(n int) []bucket { return make([]bucket, n) }
