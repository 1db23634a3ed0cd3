package site

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

var (
	cfg         *rest.Config
	scheme      = runtime.NewScheme()
	errInjected = errors.New("injected fault")
)

func TestMain(m *testing.M) {
	ctrl.SetLogger(logr.Discard())
	check(clientgoscheme.AddToScheme(scheme))
	check(AddToScheme(scheme))
	env := &envtest.Environment{CRDDirectoryPaths: []string{"site-crd.json"}, ErrorIfCRDPathMissing: true}
	var err error
	cfg, err = env.Start()
	check(err)
	code := m.Run()
	check(env.Stop())
	os.Exit(code)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func TestFaults(t *testing.T) {
	for _, tc := range []struct {
		kind   kind
		effect string
	}{
		{crashBefore, "update *site.Site"},
		{crashAfter, "update *site.Site"},
		{crashAfter, "create *v1.ConfigMap"},
		{serverError, "create *v1.ConfigMap"},
		{crashAfter, "set record"},
		{lostAfter, "set record"},
		{crashAfter, "update *site.Site status"},
		{conflict, "update *site.Site status"},
		{crashBefore, "delete record"},
		{crashAfter, "delete record"},
	} {
		t.Run(fmt.Sprintf("%s %s", tc.kind, tc.effect), func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			w := newWorld(t, &fault{kind: tc.kind, effect: tc.effect})
			site := &Site{
				ObjectMeta: metav1.ObjectMeta{Namespace: w.namespace, Name: "shop"},
				Spec:       SiteSpec{HTML: "a"},
			}
			want := state{
				finalizers: []string{finalizer}, page: "a", owned: true, ready: true,
				records: map[string]string{"shop": address},
			}
			if err := w.Create(ctx, site); err != nil {
				t.Fatal(err)
			}
			w.expect(t, want)

			patch := client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"html":"b"}}`))
			if err := w.Patch(ctx, site, patch); err != nil {
				t.Fatal(err)
			}
			want.page = "b"
			w.expect(t, want)

			if err := w.Delete(ctx, site); err != nil {
				t.Fatal(err)
			}
			w.expect(t, state{records: map[string]string{}})
			if !w.fault.occurred.Load() {
				t.Error("the fault did not occur")
			}
		})
	}
}

type kind string

const (
	crashBefore kind = "crash before"
	crashAfter  kind = "crash after"
	lostAfter   kind = "lost after"
	serverError kind = "server error"
	conflict    kind = "conflict"
)

// fault happens once, at the first effect with its name.
type fault struct {
	kind     kind
	effect   string
	occurred atomic.Bool
}

// process is a run of the operator until it ends or crashes.
type process struct {
	ctx   context.Context
	crash context.CancelFunc
	fault *fault
	dns   *memoryDNS
}

func (p *process) effect(name string, run func() error) error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	if name != p.fault.effect || !p.fault.occurred.CompareAndSwap(false, true) {
		return run()
	}
	switch p.fault.kind {
	case serverError:
		return apierrors.NewInternalError(errInjected)
	case conflict:
		return apierrors.NewConflict(schema.GroupResource{}, name, errInjected)
	case crashBefore:
		p.crash()
		return errInjected
	}
	err := run()
	if p.fault.kind == crashAfter {
		p.crash()
	}
	return errors.Join(err, errInjected)
}

func (p *process) newClient(cfg *rest.Config, options client.Options) (client.Client, error) {
	c, err := client.NewWithWatch(cfg, options)
	if err != nil {
		return nil, err
	}
	return interceptor.NewClient(c, interceptor.Funcs{
		Create: func(ctx context.Context, c client.WithWatch, obj client.Object, opts ...client.CreateOption) error {
			return p.effect(fmt.Sprintf("create %T", obj), func() error { return c.Create(ctx, obj, opts...) })
		},
		Update: func(ctx context.Context, c client.WithWatch, obj client.Object, opts ...client.UpdateOption) error {
			return p.effect(fmt.Sprintf("update %T", obj), func() error { return c.Update(ctx, obj, opts...) })
		},
		SubResourceUpdate: func(ctx context.Context, c client.Client, name string, obj client.Object, opts ...client.SubResourceUpdateOption) error {
			return p.effect(fmt.Sprintf("update %T %s", obj, name), func() error {
				return c.SubResource(name).Update(ctx, obj, opts...)
			})
		},
	}), nil
}

func (p *process) Set(ctx context.Context, name, address string) error {
	return p.effect("set record", func() error { return p.dns.Set(ctx, name, address) })
}

func (p *process) Delete(ctx context.Context, name string) error {
	return p.effect("delete record", func() error { return p.dns.Delete(ctx, name) })
}

type memoryDNS struct {
	mu      sync.Mutex
	records map[string]string
}

func (d *memoryDNS) Set(_ context.Context, name, address string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.records[name] = address
	return nil
}

func (d *memoryDNS) Delete(_ context.Context, name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.records, name)
	return nil
}

func (d *memoryDNS) all() map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.records)
}

// world is a namespace with an operator, which is started again after a crash.
type world struct {
	client.Client
	namespace string
	fault     *fault
	dns       *memoryDNS
}

func newWorld(t *testing.T, fault *fault) *world {
	t.Helper()
	c, err := client.New(cfg, client.Options{Scheme: scheme})
	if err != nil {
		t.Fatal(err)
	}
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "faults-"}}
	if err := c.Create(t.Context(), namespace); err != nil {
		t.Fatal(err)
	}
	w := &world{c, namespace.Name, fault, &memoryDNS{records: map[string]string{}}}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return w
}

func (w *world) run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := w.runOnce(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) runOnce(ctx context.Context) error {
	ctx, crash := context.WithCancel(ctx)
	defer crash()
	p := &process{ctx, crash, w.fault, w.dns}
	skipNameValidation := true
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{
		Scheme:     scheme,
		Cache:      cache.Options{DefaultNamespaces: map[string]cache.Config{w.namespace: {}}},
		Controller: config.Controller{SkipNameValidation: &skipNameValidation},
		Metrics:    metricsserver.Options{BindAddress: "0"},
		NewClient:  p.newClient,
	})
	if err != nil {
		return err
	}
	if err := (&Reconciler{Client: mgr.GetClient(), DNS: p}).SetupWithManager(mgr); err != nil {
		return err
	}
	return mgr.Start(ctx)
}

// state is what a fault must not change. A real API server without controllers keeps the page of a deleted site.
type state struct {
	finalizers []string
	page       string
	owned      bool
	ready      bool
	records    map[string]string
}

func (w *world) state(ctx context.Context) (state, error) {
	var (
		key  = client.ObjectKey{Namespace: w.namespace, Name: "shop"}
		site Site
		page corev1.ConfigMap
		s    = state{records: w.dns.all()}
	)
	if err := w.Get(ctx, key, &site); err != nil {
		return s, client.IgnoreNotFound(err)
	}
	if err := w.Get(ctx, key, &page); err != nil {
		return s, client.IgnoreNotFound(err)
	}
	ready := meta.FindStatusCondition(site.Status.Conditions, "Ready")
	s.ready = ready != nil && ready.Status == metav1.ConditionTrue && ready.ObservedGeneration == site.Generation
	s.finalizers, s.page, s.owned = site.Finalizers, page.Data["index.html"], metav1.IsControlledBy(&page, &site)
	return s, nil
}

func (w *world) expect(t *testing.T, want state) {
	t.Helper()
	var got state
	err := wait.PollUntilContextTimeout(t.Context(), 10*time.Millisecond, 20*time.Second, true,
		func(ctx context.Context) (equal bool, err error) {
			got, err = w.state(ctx)
			return reflect.DeepEqual(got, want), err
		})
	if err != nil {
		t.Fatalf("got %+v, want %+v: %v", got, want, err)
	}
}
