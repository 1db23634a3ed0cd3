// +groupName=app.example.com
// +kubebuilder:rbac:groups=app.example.com,resources=apps,verbs=list;watch
// +kubebuilder:rbac:groups="",resources=secrets,resourceNames="{{x}}",verbs=get,namespace=app-operator-system
// +kubebuilder:webhook:path=/validate-app,mutating=false,failurePolicy=fail,sideEffects=None,groups=app.example.com,
//   resources=apps,verbs=create;update,versions=v1,name=validate.app.example.com,admissionReviewVersions=v1
// +vmgen:validatingPolicy:name=name.app.example.com,groups=app.example.com,versions=v1,resources=apps,
//   paramKind=v1/ConfigMap,paramRef=app-operator-system/settings
// +vmgen:policy:validation:expression="object.metadata.name != '{{ .Values.image }}'"

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** App is a kind with a template: `{{ .Values.image }}`. */
// +genclient
// +kubebuilder:storageversion
// +vmgen:conversion:strategy=Webhook
export interface App extends TypeMeta {
  metadata: ObjectMeta;
  // +kubebuilder:validation:MaxLength=10
  text?: string;
}
