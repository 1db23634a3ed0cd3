import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Renamed is the kind. */
export interface Renamed extends TypeMeta {
  metadata: ObjectMeta;
  spec: RenamedSpec;
}

/** RenamedSpec is what is wanted. */
export interface RenamedSpec {
  a?: string;
}
