//go:build !unix

package chunk

// withoutWaiting is nothing where the directory of chunks cannot hold a pipe.
const withoutWaiting = 0
