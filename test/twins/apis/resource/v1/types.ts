import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Ressource is the kind. */
// +kubebuilder:resource:path=ressources,singular=oneressource,shortName={rs1,rs2},categories={all,twins},scope=Namespaced
export interface Ressource extends TypeMeta {
  metadata: ObjectMeta;
  spec: RessourceSpec;
}

/** RessourceSpec is what is wanted. */
export interface RessourceSpec {
  a?: string;
}
