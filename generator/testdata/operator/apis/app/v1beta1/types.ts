// +groupName=app.example.com

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** App is a kind with a template: `{{ .Values.image }}`. */
// +genclient
// +vmgen:conversion:strategy=Webhook
export interface App extends TypeMeta {
  metadata: ObjectMeta;
  // +kubebuilder:validation:MaxLength=10
  text?: string;
}
