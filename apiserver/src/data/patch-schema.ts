import type { JSONSchemaProps } from '@vmgen/crd';

/** A schema with what Kubernetes' own types say of strategic merge patches. */
export interface PatchSchema extends JSONSchemaProps {
  /** `merge`, `replace` or `retainKeys`, separated by commas; without it a list is replaced. */
  'x-kubernetes-patch-strategy'?: string;
  /** The field that identifies the items of a list; absent where they are scalars. */
  'x-kubernetes-patch-merge-key'?: string;
}
