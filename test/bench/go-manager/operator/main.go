// An operator with one applied child per owner on controller-runtime, for test/bench/operator.ts. It is
// the twin of operator/subject-operator.ts, which describes its commands and lines.
// Usage: operator KUBECONFIG APPLIED
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/go-logr/logr"
)

var groupVersion = schema.GroupVersion{Group: "bench.vmgen.io", Version: "v1"}

type ShopSpec struct {
	Number int64  `json:"number"`
	Serial int64  `json:"serial"`
	Text   string `json:"text"`
}

type Shop struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ShopSpec `json:"spec"`
}

type ShopList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Shop `json:"items"`
}

func (in *Shop) DeepCopyObject() runtime.Object {
	out := *in
	in.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	return &out
}

func (in *ShopList) DeepCopyObject() runtime.Object {
	out := *in
	out.Items = make([]Shop, len(in.Items))
	for i := range in.Items {
		out.Items[i] = *in.Items[i].DeepCopyObject().(*Shop)
	}
	return &out
}

// What was reconciled.
type progress struct {
	sync.Mutex
	applied int64
	seen    map[int64]bool
	done    map[int64]bool
	times   [][2]float64
}

type reconciler struct {
	client.Client
	objects int
	progress
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	now := float64(time.Now().UnixNano()) / 1e6
	var shop Shop
	if err := r.Get(ctx, request.NamespacedName, &shop); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	spec := shop.Spec
	r.Lock()
	wanted := spec.Number < r.applied
	if spec.Serial > 0 {
		r.times = append(r.times, [2]float64{float64(spec.Serial), now})
	}
	r.seen[spec.Number] = true
	if len(r.seen) == r.objects {
		fmt.Println("synced")
		r.seen[-1] = true
	}
	r.Unlock()
	if !wanted {
		return ctrl.Result{}, nil
	}
	config := corev1ac.ConfigMap("child-"+shop.Name, shop.Namespace).
		WithLabels(map[string]string{"app": "shop"}).
		WithData(map[string]string{"number": strconv.FormatInt(spec.Number, 10), "text": spec.Text}).
		WithOwnerReferences(metav1ac.OwnerReference().
			WithAPIVersion(groupVersion.String()).WithKind("Shop").WithName(shop.Name).WithUID(shop.UID).
			WithController(true).WithBlockOwnerDeletion(true))
	if err := r.Apply(ctx, config, client.FieldOwner("bench-operator"), client.ForceOwnership); err != nil {
		return ctrl.Result{}, err
	}
	r.Lock()
	defer r.Unlock()
	if !r.done[spec.Number] {
		r.done[spec.Number] = true
		if int64(len(r.done)) == r.applied {
			fmt.Println("applied")
		}
	}
	return ctrl.Result{}, nil
}

// command executes a line of standard input.
func (r *reconciler) command(line string, events chan<- event.TypedGenericEvent[*Shop]) {
	name, argument, _ := strings.Cut(line, " ")
	switch name {
	case "apply":
		count, err := strconv.ParseInt(argument, 10, 64)
		check(err)
		r.Lock()
		r.applied = count
		r.Unlock()
		for number := range count {
			meta := metav1.ObjectMeta{Namespace: "default", Name: fmt.Sprintf("shop-%d", number)}
			events <- event.TypedGenericEvent[*Shop]{Object: &Shop{ObjectMeta: meta}}
		}
	case "times":
		r.Lock()
		text, err := json.Marshal(append([][2]float64{}, r.times...))
		r.times = nil
		r.Unlock()
		check(err)
		fmt.Println("times " + string(text))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctrl.SetLogger(logr.FromSlogHandler(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	check(err)
	config.QPS = -1
	objects, err := strconv.Atoi(os.Args[2])
	check(err)
	applied, err := strconv.ParseInt(os.Args[3], 10, 64)
	check(err)
	scheme := runtime.NewScheme()
	check(clientgoscheme.AddToScheme(scheme))
	scheme.AddKnownTypes(groupVersion, &Shop{}, &ShopList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                        scheme,
		LeaderElection:                true,
		LeaderElectionID:              "bench-operator",
		LeaderElectionNamespace:       "default",
		LeaderElectionReleaseOnCancel: true,
		HealthProbeBindAddress:        "127.0.0.1:0",
		Metrics:                       metricsserver.Options{BindAddress: "127.0.0.1:0"},
	})
	check(err)
	r := &reconciler{Client: manager.GetClient(), objects: objects, progress: progress{
		applied: applied, seen: map[int64]bool{}, done: map[int64]bool{},
	}}
	events := make(chan event.TypedGenericEvent[*Shop])
	check(ctrl.NewControllerManagedBy(manager).
		For(&Shop{}).
		Owns(&corev1.ConfigMap{}).
		WatchesRawSource(source.TypedChannel(events, &handler.TypedEnqueueRequestForObject[*Shop]{})).
		WithOptions(controller.Options{MaxConcurrentReconciles: 4}).
		Complete(r))
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			r.command(lines.Text(), events)
		}
	}()
	check(manager.Start(ctrl.SetupSignalHandler()))
}
