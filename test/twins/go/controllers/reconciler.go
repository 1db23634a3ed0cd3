// Package controllers says above its functions what they may do: controller-gen reads no markers in
// their bodies and none in comments that touch them.
package controllers

import "context"

// Reconciler keeps pods as they are wanted.
type Reconciler struct{}

// +kubebuilder:rbac:groups="",resources=pods,verbs=create;delete
// +kubebuilder:rbac:groups=core,resources=pods/status,verbs=get
// +kubebuilder:rbac:groups=rbac.twins.dev,resources=ruleds/scale,verbs=update;patch
// +kubebuilder:rbac:groups="",resources=services,verbs=get
// +kubebuilder:rbac:groups=events.k8s.io,roleName=recorder,resources=events,verbs=get

// Reconcile does it.
func (r *Reconciler) Reconcile(ctx context.Context) error {
	return ctx.Err()
}

// +kubebuilder:rbac:urls=/readyz,verbs=get
// +kubebuilder:webhook:path=/code,mutating=false,failurePolicy=fail,sideEffects=None,groups="",resources=pods,verbs=create,versions=v1,name=code.twins.dev,admissionReviewVersions=v1

func handle() {}
