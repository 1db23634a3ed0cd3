// SPDX-License-Identifier: Apache-2.0

// Command pause holds the namespaces of a pod: it waits for a signal to end, and reaps inherited processes.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	end := make(chan os.Signal, 1)
	children := make(chan os.Signal, 16)
	signal.Notify(end, syscall.SIGINT, syscall.SIGTERM)
	signal.Notify(children, syscall.SIGCHLD)
	for {
		select {
		case <-end:
			return
		case <-children:
			reap()
		}
	}
}

func reap() {
	for {
		if pid, _ := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 {
			return
		}
	}
}
