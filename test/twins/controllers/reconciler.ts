// What a controller may do, said above its functions.

/** Keeps pods as they are wanted. */
export class Reconciler {
  // +kubebuilder:rbac:groups="",resources=pods,verbs=create;delete
  // +kubebuilder:rbac:groups=core,resources=pods/status,verbs=get

  /**
   * Does it.
   *
   * +kubebuilder:rbac:groups=rbac.twins.dev,resources=ruleds/scale,verbs=update;patch
   */
  reconcile(signal: AbortSignal): void {
    // +kubebuilder:rbac:groups="",resources=services,verbs=get
    signal.throwIfAborted();
    // +kubebuilder:rbac:groups=events.k8s.io,roleName=recorder,resources=events,verbs=get
  }
}

// +kubebuilder:rbac:urls=/readyz,verbs=get
// +kubebuilder:webhook:path=/code,mutating=false,failurePolicy=fail,sideEffects=None,groups="",
//   resources=pods,verbs=create,versions=v1,name=code.twins.dev,admissionReviewVersions=v1
export function handle(): void {}
