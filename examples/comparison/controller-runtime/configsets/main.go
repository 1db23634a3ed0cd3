// SPDX-License-Identifier: Apache-2.0

// Command configsets creates a ConfigMap for each entry of a ConfigSet.
package main

// section: wiring
import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	corev1apply "k8s.io/client-go/applyconfigurations/core/v1"
	metav1apply "k8s.io/client-go/applyconfigurations/meta/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// section: types
type ConfigSetSpec struct {
	Configs map[string]string `json:"configs"`
}

type ConfigSetStatus struct {
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

type ConfigSet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ConfigSetSpec   `json:"spec"`
	Status            ConfigSetStatus `json:"status,omitempty"`
}

type ConfigSetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ConfigSet `json:"items"`
}

// section: logic
const finalizer = "comparison.example.com/directory"

// section: wiring
const name = "config-sets"

type reconciler struct {
	client.Client
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var set ConfigSet
	if err := r.Get(ctx, request.NamespacedName, &set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	// section: logic
	if !set.DeletionTimestamp.IsZero() {
		if !controllerutil.ContainsFinalizer(&set, finalizer) {
			return ctrl.Result{}, nil
		}
		if err := removeFromDirectory(ctx, &set); err != nil {
			return ctrl.Result{}, err
		}
		base := set.DeepCopy()
		controllerutil.RemoveFinalizer(&set, finalizer)
		return ctrl.Result{}, r.Patch(ctx, &set, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
	}
	if !controllerutil.ContainsFinalizer(&set, finalizer) {
		base := set.DeepCopy()
		controllerutil.AddFinalizer(&set, finalizer)
		if err := r.Patch(ctx, &set, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{})); err != nil {
			return ctrl.Result{}, err
		}
	}
	for entry, text := range set.Spec.Configs {
		config := corev1apply.ConfigMap(set.Name+"-"+entry, set.Namespace).
			WithData(map[string]string{"config": text}).
			WithOwnerReferences(ownerOf(&set))
		if err := r.Apply(ctx, config, client.FieldOwner(name), client.ForceOwnership); err != nil {
			return ctrl.Result{}, err
		}
	}
	if err := r.prune(ctx, &set); err != nil {
		return ctrl.Result{}, err
	}
	base := set.DeepCopy()
	changed := apimeta.SetStatusCondition(&set.Status.Conditions, metav1.Condition{
		Type:               "Ready",
		Status:             metav1.ConditionTrue,
		Reason:             "Applied",
		Message:            fmt.Sprintf("%d ConfigMaps are applied", len(set.Spec.Configs)),
		ObservedGeneration: set.Generation,
	})
	if !changed {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Status().Patch(ctx, &set, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
}

// prune deletes the ConfigMaps of entries that the set no longer has.
func (r *reconciler) prune(ctx context.Context, set *ConfigSet) error {
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(set.Namespace)); err != nil {
		return err
	}
	for i := range configs.Items {
		config := &configs.Items[i]
		if !metav1.IsControlledBy(config, set) {
			continue
		}
		entry := config.Name[len(set.Name)+1:]
		if _, wanted := set.Spec.Configs[entry]; wanted {
			continue
		}
		preconditions := client.Preconditions{UID: &config.UID}
		if err := r.Delete(ctx, config, preconditions); client.IgnoreNotFound(err) != nil {
			return err
		}
	}
	return nil
}

func ownerOf(set *ConfigSet) *metav1apply.OwnerReferenceApplyConfiguration {
	return metav1apply.OwnerReference().
		WithAPIVersion(groupVersion.String()).
		WithKind("ConfigSet").
		WithName(set.Name).
		WithUID(set.UID).
		WithController(true).
		WithBlockOwnerDeletion(true)
}

func removeFromDirectory(ctx context.Context, set *ConfigSet) error {
	ctrl.LoggerFrom(ctx).Info("removed from the directory", "name", set.Name)
	return nil
}

// section: wiring
var groupVersion = schema.GroupVersion{Group: "comparison.example.com", Version: "v1"}

func addToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(groupVersion, &ConfigSet{}, &ConfigSetList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
	return clientgoscheme.AddToScheme(scheme)
}

func run() error {
	ctrl.SetLogger(zap.New())
	scheme := runtime.NewScheme()
	if err := addToScheme(scheme); err != nil {
		return err
	}
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                        scheme,
		LeaderElection:                true,
		LeaderElectionID:              name,
		LeaderElectionReleaseOnCancel: true,
		Metrics:                       metricsserver.Options{BindAddress: "127.0.0.1:8080"},
		HealthProbeBindAddress:        "127.0.0.1:8081",
	})
	if err != nil {
		return err
	}
	if err := manager.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	if err := manager.AddReadyzCheck("caches", func(request *http.Request) error {
		if !manager.GetCache().WaitForCacheSync(request.Context()) {
			return errors.New("the caches have not synced")
		}
		return nil
	}); err != nil {
		return err
	}
	err = ctrl.NewControllerManagedBy(manager).
		For(&ConfigSet{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Owns(&corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: 4, ReconciliationTimeout: time.Minute}).
		Complete(&reconciler{manager.GetClient()})
	if err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
