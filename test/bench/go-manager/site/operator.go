// Package site has the twin of test/bench/explore/site.ts on controller-runtime: a Site with a ConfigMap, a
// record at a DNS service, a finalizer and a condition.
package site

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const (
	finalizer = "web.example.com/dns"
	address   = "10.0.0.1"
)

type SiteSpec struct {
	HTML string `json:"html"`
}

type SiteStatus struct {
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

type Site struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              SiteSpec   `json:"spec"`
	Status            SiteStatus `json:"status,omitempty"`
}

// DNS is a service outside of the cluster. Both calls are idempotent.
type DNS interface {
	Set(ctx context.Context, name, address string) error
	Delete(ctx context.Context, name string) error
}

type Reconciler struct {
	client.Client
	DNS DNS
}

func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&Site{}).Owns(&corev1.ConfigMap{}).Complete(r)
}

func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var site Site
	if err := r.Get(ctx, req.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, r.finalize(ctx, &site)
	}
	if controllerutil.AddFinalizer(&site, finalizer) {
		if err := r.Update(ctx, &site); err != nil {
			return ctrl.Result{}, err
		}
	}
	page := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: site.Namespace, Name: site.Name}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, page, func() error {
		page.Data = map[string]string{"index.html": site.Spec.HTML}
		return controllerutil.SetControllerReference(&site, page, r.Scheme())
	})
	if err != nil {
		return ctrl.Result{}, err
	}
	if err := r.DNS.Set(ctx, site.Name, address); err != nil {
		return ctrl.Result{}, err
	}
	ready := metav1.Condition{
		Type: "Ready", Status: metav1.ConditionTrue, Reason: "Serving", ObservedGeneration: site.Generation,
	}
	if !meta.SetStatusCondition(&site.Status.Conditions, ready) {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Status().Update(ctx, &site)
}

func (r *Reconciler) finalize(ctx context.Context, site *Site) error {
	if !controllerutil.ContainsFinalizer(site, finalizer) {
		return nil
	}
	if err := r.DNS.Delete(ctx, site.Name); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(site, finalizer)
	return r.Update(ctx, site)
}
