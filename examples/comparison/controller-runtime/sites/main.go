// SPDX-License-Identifier: Apache-2.0

// Command sites serves each Site by a Deployment and a ConfigMap, as the operator of docs/first-operator.md.
package main

// section: wiring
import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	appsv1apply "k8s.io/client-go/applyconfigurations/apps/v1"
	corev1apply "k8s.io/client-go/applyconfigurations/core/v1"
	metav1apply "k8s.io/client-go/applyconfigurations/meta/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// section: types
type SiteSpec struct {
	// +kubebuilder:validation:MinLength=1
	HTML string `json:"html"`
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=0
	Replicas *int32 `json:"replicas,omitempty"`
}

type SiteStatus struct {
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// +kubebuilder:subresource:status
type Site struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              SiteSpec   `json:"spec"`
	Status            SiteStatus `json:"status,omitempty"`
}

type SiteList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Site `json:"items"`
}

// section: wiring
const name = "site-operator"

type reconciler struct {
	client.Client
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var site Site
	if err := r.Get(ctx, request.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	// section: logic
	labels := map[string]string{"web.example.com/site": site.Name}
	config := corev1apply.ConfigMap(site.Name, site.Namespace).
		WithData(map[string]string{"index.html": site.Spec.HTML}).
		WithOwnerReferences(ownerOf(&site))
	if err := r.Apply(ctx, config, client.FieldOwner(name), client.ForceOwnership); err != nil {
		return ctrl.Result{}, err
	}
	deployment := appsv1apply.Deployment(site.Name, site.Namespace).
		WithOwnerReferences(ownerOf(&site)).
		WithSpec(appsv1apply.DeploymentSpec().
			WithReplicas(ptr.Deref(site.Spec.Replicas, 1)).
			WithSelector(metav1apply.LabelSelector().WithMatchLabels(labels)).
			WithTemplate(corev1apply.PodTemplateSpec().
				WithLabels(labels).
				WithSpec(corev1apply.PodSpec().
					WithContainers(corev1apply.Container().
						WithName("nginx").
						WithImage("nginx:1.29").
						WithVolumeMounts(corev1apply.VolumeMount().
							WithName("page").
							WithMountPath("/usr/share/nginx/html"))).
					WithVolumes(corev1apply.Volume().
						WithName("page").
						WithConfigMap(corev1apply.ConfigMapVolumeSource().WithName(site.Name))))))
	if err := r.Apply(ctx, deployment, client.FieldOwner(name), client.ForceOwnership); err != nil {
		return ctrl.Result{}, err
	}
	var current appsv1.Deployment
	if err := r.Get(ctx, request.NamespacedName, &current); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{}, err
	}
	ready := current.Status.ReadyReplicas
	condition := metav1.Condition{
		Type:               "Ready",
		Status:             metav1.ConditionFalse,
		Reason:             "Starting",
		Message:            fmt.Sprintf("%d servers are ready", ready),
		ObservedGeneration: site.Generation,
	}
	if ready == ptr.Deref(site.Spec.Replicas, 1) {
		condition.Status, condition.Reason = metav1.ConditionTrue, "Serving"
	}
	base := site.DeepCopy()
	if !apimeta.SetStatusCondition(&site.Status.Conditions, condition) {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Status().Patch(ctx, &site, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
}

func ownerOf(site *Site) *metav1apply.OwnerReferenceApplyConfiguration {
	return metav1apply.OwnerReference().
		WithAPIVersion(groupVersion.String()).
		WithKind("Site").
		WithName(site.Name).
		WithUID(site.UID).
		WithController(true).
		WithBlockOwnerDeletion(true)
}

// section: wiring
var groupVersion = schema.GroupVersion{Group: "web.example.com", Version: "v1"}

func addToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(groupVersion, &Site{}, &SiteList{})
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
		For(&Site{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Owns(&corev1.ConfigMap{}).
		Owns(&appsv1.Deployment{}).
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
