import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';
import type { Money } from './types.js';

/** Buoy can be scaled, and says so by methods of its own. */
// +genclient
// +genclient:method=GetScale,verb=get,subresource=scale,result=Scale
// +genclient:method=UpdateScale,verb=update,subresource=scale,input=k8s.io/api/autoscaling/v1.Scale,result=k8s.io/api/autoscaling/v1.Scale
// +genclient:method=PatchScale,verb=patch,subresource=scale,result=Scale
// +genclient:method=ApplyScale,verb=apply,subresource=scale,input=Scale,result=Scale
// +genclient:method=GetBuoyStatus,verb=get,subresource=status,result=Money
// +genclient:method=moor,verb=create
// +genclient:method=Look,verb=get
// +genclient:method=Survey,verb=list
// +genclient:method=Paint,verb=update
// +genclient:method=Touch,verb=patch
// +genclient:method=Declare,verb=apply
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
export interface Buoy extends TypeMeta {
  metadata: ObjectMeta;
  spec?: { replicas?: Int32; price?: Money };
  status?: { replicas?: Int32 };
}

/** Harbor is cluster-scoped and has one method only beside reading. */
// +genclient
// +genclient:readonly
// +genclient:method=Close,verb=update,subresource=status
// +kubebuilder:resource:scope=Cluster
// +kubebuilder:subresource:status
export interface Harbor extends TypeMeta {
  metadata: ObjectMeta;
}

/** Anchor has no lister. */
// +genclient
// +k8s:lister-gen=false
// +k8s:applyconfiguration-gen=false
export interface Anchor extends TypeMeta {
  metadata: ObjectMeta;
}

/** Sail has no informer. */
// +genclient
// +k8s:informer-gen=false
// +kubebuilder:ac:generate=false
export interface Sail extends TypeMeta {
  metadata: ObjectMeta;
}

/** Rope has no typed client, but a lister and an informer. */
// +genclient
// +k8s:client-gen=false
export interface Rope extends TypeMeta {
  metadata: ObjectMeta;
}
