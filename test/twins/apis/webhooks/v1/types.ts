import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Hooked is the kind. */
export interface Hooked extends TypeMeta {
  metadata: ObjectMeta;
  spec: HookedSpec;
}

/** HookedSpec is what is wanted. */
export interface HookedSpec {
  a?: string;
}
