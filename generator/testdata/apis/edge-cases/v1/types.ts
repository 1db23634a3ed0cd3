// +groupName=edge.example.com

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** ResourceClient is called as a type of the runtime is. */
// +genclient
// +kubebuilder:subresource:status
export interface ResourceClient extends TypeMeta {
  metadata: ObjectMeta;
  spec?: HTTPRouteSpec;
  status?: { 'odd-key'?: string; yes: 'yes' | 'no' | 'On' | '1_000' | '2024-01-15' | '0x1F' };
}

/** HTTPRoute starts with capitals. */
// +genclient
export interface HTTPRoute extends TypeMeta {
  metadata: ObjectMeta;
  spec?: HTTPRouteSpec;
}

export interface HTTPRouteSpec {
  constructor: string;
  default?: string;
  ref?: Wrapped | null;
}

/** Wrapped wraps. */
export type Wrapped = { value: string; list: Wrapped2[] };
export type Wrapped2 = { items: Record<string, string[]> };
