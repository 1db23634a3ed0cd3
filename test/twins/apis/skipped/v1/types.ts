import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Skipped is the kind. */
export interface Skipped extends TypeMeta {
  metadata: ObjectMeta;
  spec: SkippedSpec;
}

/** SkippedSpec is what is wanted. */
export interface SkippedSpec {
  a?: string;
}
