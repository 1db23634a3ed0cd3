// SPDX-License-Identifier: Apache-2.0

// Command go-candidate takes part in an election with client-go's leader election, for the test that
// lets it compete with @vmgen/runtime. While it leads, it sends one effect after the other to the
// server of the test, and stops with the context of its term.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"

	"golang.org/x/sys/unix"
)

// The configuration, as JSON in the only argument: what test/election/candidate.ts gets as well.
type config struct {
	Kubeconfig      string `json:"kubeconfig"`
	LeaseName       string `json:"leaseName"`
	Identity        string `json:"identity"`
	EffectsPort     int    `json:"effectsPort"`
	LeaseDurationMs int    `json:"leaseDurationMs"`
	RenewDeadlineMs int    `json:"renewDeadlineMs"`
	RetryPeriodMs   int    `json:"retryPeriodMs"`
}

type effect struct {
	Lease       string `json:"lease"`
	Identity    string `json:"identity"`
	Transitions int    `json:"transitions"`
	CheckedNs   string `json:"checkedNs"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "go-candidate:", err)
		os.Exit(1)
	}
}

func run() error {
	var own config
	if len(os.Args) != 2 {
		return fmt.Errorf("want one argument, the configuration as JSON")
	}
	if err := json.Unmarshal([]byte(os.Args[1]), &own); err != nil {
		return err
	}
	rest, err := clientcmd.BuildConfigFromFlags("", own.Kubeconfig)
	if err != nil {
		return err
	}
	// What kube-controller-manager does: a request may take half of the renew deadline.
	rest.Timeout = milliseconds(own.RenewDeadlineMs) / 2
	client, err := kubernetes.NewForConfig(rest)
	if err != nil {
		return err
	}
	// The test holds the other end of standard input: this process does not outlive it.
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(1)
	}()
	leaderelection.RunOrDie(context.Background(), leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Name: own.LeaseName, Namespace: "default"},
			Client:     client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: own.Identity},
		},
		LeaseDuration: milliseconds(own.LeaseDurationMs),
		RenewDeadline: milliseconds(own.RenewDeadlineMs),
		RetryPeriod:   milliseconds(own.RetryPeriodMs),
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: own.work,
			OnStoppedLeading: func() {},
		},
	})
	return nil
}

// Sends effects until the term is over.
func (own config) work(ctx context.Context) {
	url := fmt.Sprintf("http://127.0.0.1:%d/", own.EffectsPort)
	for ctx.Err() == nil {
		body, err := json.Marshal(effect{own.LeaseName, own.Identity, 0, strconv.FormatInt(machineNs(), 10)})
		if err != nil {
			panic(err)
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
		if err != nil {
			panic(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			fmt.Fprintln(os.Stderr, own.Identity, err)
			time.Sleep(10 * time.Millisecond)
			continue
		}
		_, _ = io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
}

func milliseconds(count int) time.Duration {
	return time.Duration(count) * time.Millisecond
}

// The clock that process.hrtime of Node shows: all processes of a machine share it.
func machineNs() int64 {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &now); err != nil {
		panic(err)
	}
	return now.Nano()
}
