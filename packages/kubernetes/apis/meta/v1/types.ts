import type { Int64, TypeMeta } from '@vmgen/runtime';

export interface DeleteOptions extends TypeMeta {
  /** +listType=atomic */
  dryRun?: string[];
  gracePeriodSeconds?: Int64;
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
  orphanDependents?: boolean;
  preconditions?: Preconditions;
  propagationPolicy?: string;
}

export interface Preconditions {
  resourceVersion?: string;
  uid?: string;
}

export interface FieldSelectorRequirement {
  key: string;
  operator: string;
  /** +listType=atomic */
  values?: string[];
}

export interface GroupResource {
  group: string;
  resource: string;
}
