import type { JsonObject } from '@vmgen/crd/json';

/** A request of one client and what kube-apiserver 1.36.3 made of it. */
export interface RecordedStep {
  readonly verb: 'create' | 'merge' | 'apply';
  readonly manager: string;
  readonly subresource?: string;
  readonly force?: boolean;
  /** Without apiVersion, kind and name. */
  readonly body: JsonObject;
  /** `manager operation subresource (when): paths`, in the order of managedFields. */
  readonly owners?: readonly string[];
  /** The merged spec, for an apply. */
  readonly spec?: JsonObject;
  readonly code?: number;
  readonly error?: string;
}

export interface RecordedSequence {
  readonly title: string;
  readonly steps: readonly RecordedStep[];
}
