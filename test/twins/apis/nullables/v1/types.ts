import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Nullable is the kind. */
export interface Nullable extends TypeMeta {
  metadata: ObjectMeta;
  spec: NullableSpec;
}

/** NullableSpec is what is wanted. */
export interface NullableSpec {
  /** Marked may be null. */
  // +nullable
  marked?: string;
  /** Union may be null. */
  union?: Int32 | null;
  /** Needed must be there, if only as null. */
  needed: string | null;
  /** Object may be null. */
  object?: Inner | null;
  /** List may be null. */
  list: string[] | null;
  /** Maps may be null. */
  maps?: Record<string, string> | null;
  /** Mode is one of two, or null. */
  mode?: 'fast' | 'slow' | null;
}

/** Inner is an object. */
export interface Inner {
  name: string;
}
