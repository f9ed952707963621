package main

import "draughtsman/engine/process"

// shardFlag is for commands whose work several computers can share.
type shardFlag struct {
	Shard process.Shard `help:"Do one of n shares of the work, 1/n to n/n; merge joins what they make. docs/cluster.md has more." placeholder:"I/N"`
}
