/** Package v1 is guarded by webhooks. */
// +groupName=webhooks.twins.dev
// +kubebuilder:webhookconfiguration:mutating=true,name=twins-mutating
// +kubebuilder:webhookconfiguration:mutating=false,name="twins-validating"
// +kubebuilder:webhook:mutating=true,failurePolicy=fail,groups=webhooks.twins.dev,resources=hookeds,verbs=create;update,versions=v1,name=b.mutate.twins.dev,admissionReviewVersions=v1,path=/mutate-hooked,sideEffects=None,timeoutSeconds=5,reinvocationPolicy=IfNeeded,matchPolicy=Exact,serviceName=hooks,serviceNamespace=infra,servicePort=8443,webhookVersions=v1
// +kubebuilder:webhook:path=/validate-hooked,mutating=false,failurePolicy=Ignore,sideEffects=NoneOnDryRun,groups=webhooks.twins.dev;core,resources=hookeds;pods,verbs=create;update;delete;connect,versions=v1;v2,name=a.validate.twins.dev,admissionReviewVersions=v1;v1beta1,matchPolicy=Equivalent
// +kubebuilder:webhook:mutating=false,failurePolicy=fail,sideEffects=None,groups="*",resources="*",verbs="*",versions="*",name=url.validate.twins.dev,admissionReviewVersions={v1},url="https://hooks.twins.dev:443/validate"
// +kubebuilder:webhook:path=/mutate-patched,mutating=true,failurePolicy=fail,sideEffects=None,groups=webhooks.twins.dev,resources=hookeds,verbs=create,versions=v1,name=a.mutate.twins.dev,admissionReviewVersions=v1,patch=`{"namespaceSelector":{"matchLabels":{"env":"prod"}},"timeoutSeconds":25}`
export {};
