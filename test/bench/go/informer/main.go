// Command informer is the subject of the runtime's benchmark for client-go: an informer of a typed
// kind with one handler and two indices. Usage: informer SERVER OBJECTS EVENTS
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	goruntime "runtime"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"vmgen.test/bench/apis/cloudnative/v1alpha1"
)

// machine is the API's type; the copies are not deep, for an informer makes none.
type machine v1alpha1.VirtualMachine

func (m *machine) DeepCopyObject() runtime.Object { c := *m; return &c }

type machineList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []machine `json:"items"`
}

func (l *machineList) DeepCopyObject() runtime.Object { c := *l; return &c }

type cost struct {
	Ms      float64 `json:"ms"`
	CPUMs   float64 `json:"cpuMs"`
	HeapMiB float64 `json:"heapMiB"`
	PeakMiB float64 `json:"peakMiB"`
}

func main() {
	server := os.Args[1]
	objects, events := number(os.Args[2]), number(os.Args[3])
	client := newClient(server)
	base := heapMiB()
	informer := cache.NewSharedIndexInformer(
		cache.NewListWatchFromClient(client, "virtualmachines", "", fields.Everything()),
		&machine{},
		0,
		cache.Indexers{
			cache.NamespaceIndex: cache.MetaNamespaceIndexFunc,
			"image": func(object any) ([]string, error) {
				return []string{object.(*machine).Spec.Image}, nil
			},
		},
	)
	synced, notified := make(chan struct{}), make(chan struct{})
	var added, updated atomic.Int64
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) {
			if added.Add(1) == objects {
				close(synced)
			}
		},
		UpdateFunc: func(any, any) {
			if updated.Add(1) == events {
				close(notified)
			}
		},
	})
	check(err)
	end := startMeter(base)
	go informer.RunWithContext(context.Background())
	<-synced
	costs := map[string]cost{"sync": end()}
	if events > 0 {
		end = startMeter(base)
		answer, err := http.Get(server + "/bench/start")
		check(err)
		check(answer.Body.Close())
		<-notified
		costs["events"] = end()
	}
	check(json.NewEncoder(os.Stdout).Encode(costs))
}

func newClient(server string) *rest.RESTClient {
	version := schema.GroupVersion{Group: "cloudnative.tw", Version: "v1alpha1"}
	scheme := runtime.NewScheme()
	scheme.AddKnownTypeWithName(version.WithKind("VirtualMachine"), &machine{})
	scheme.AddKnownTypeWithName(version.WithKind("VirtualMachineList"), &machineList{})
	metav1.AddToGroupVersion(scheme, version)
	client, err := rest.RESTClientFor(&rest.Config{
		Host:    server,
		APIPath: "/apis",
		QPS:     -1,
		ContentConfig: rest.ContentConfig{
			GroupVersion:         &version,
			NegotiatedSerializer: serializer.NewCodecFactory(scheme).WithoutConversion(),
		},
	})
	check(err)
	return client
}

func startMeter(base float64) func() cost {
	start, cpu := time.Now(), cpuMs()
	return func() cost {
		ms := float64(time.Since(start).Microseconds()) / 1000
		used, peak := cpuMs()-cpu, peakMiB()
		return cost{ms, used, heapMiB() - base, peak}
	}
}

func cpuMs() float64 {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}

func heapMiB() float64 {
	goruntime.GC()
	goruntime.GC()
	var stats goruntime.MemStats
	goruntime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc) / (1 << 20)
}

var highWater = regexp.MustCompile(`VmHWM:\s*(\d+)`)

// peakMiB is 0 where there is no /proc: Getrusage counts in another unit on every system.
func peakMiB() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	return float64(number(string(highWater.FindSubmatch(status)[1]))) / 1024
}

func number(text string) int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
