import type { JSONSchemaProps } from '@vmgen/crd';

/** A schema with the extensions of Kubernetes' types for strategic merge patches. */
export interface PatchSchema extends JSONSchemaProps {
  /** `merge`, `replace` or `retainKeys`, separated by commas. If absent, a list is replaced. */
  'x-kubernetes-patch-strategy'?: string;
  /** The field that identifies the items of a list; absent if they are scalars. */
  'x-kubernetes-patch-merge-key'?: string;
}
