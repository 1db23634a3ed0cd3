import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Ruled is the kind. */
export interface Ruled extends TypeMeta {
  metadata: ObjectMeta;
  spec: RuledSpec;
}

/** RuledSpec is what is wanted. */
export interface RuledSpec {
  a?: string;
}
