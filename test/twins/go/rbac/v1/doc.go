// Package v1 says which rights its controller needs.
// +groupName=rbac.twins.dev
// +kubebuilder:rbac:groups=rbac.twins.dev,resources=ruleds,verbs=get;list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=rbac.twins.dev,resources=ruleds/status;ruleds/finalizers,verbs=update;patch
// +kubebuilder:rbac:groups="",resources=pods,verbs=get;list
// +kubebuilder:rbac:groups=core,resources=pods,verbs=watch
// +kubebuilder:rbac:groups=apps;batch,resources=deployments;jobs,verbs=*
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
// +kubebuilder:rbac:groups="",resources=configmaps,resourceNames=one;two,verbs=get
// +kubebuilder:rbac:urls=/metrics;/healthz,verbs=get
// +kubebuilder:rbac:groups="",namespace=infra,resources=secrets,verbs=get
// +kubebuilder:rbac:groups=coordination.k8s.io,namespace=infra,roleName=leader,resources=leases,verbs=get;create;update
// +kubebuilder:rbac:groups=events.k8s.io,roleName=recorder,resources=events,verbs={create,patch}
package v1
