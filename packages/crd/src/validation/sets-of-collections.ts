import { type JSONSchemaProps, someSchema } from '@vmgen/base/schema';
import type { CustomResourceDefinition } from '../definition/custom-resource-definition.js';

/**
 * Warnings for lists of type `set` with objects or arrays as items. Neither server-side apply nor
 * CEL compares such items.
 */
export function setsOfCollections({ spec }: CustomResourceDefinition): string[] {
  const found = new Set<string>();
  const collect = (schema: JSONSchemaProps): false => {
    const { items } = schema;
    if (schema['x-kubernetes-list-type'] !== 'set' || !items || Array.isArray(items)) return false;
    if (items.type === 'object' || items.type === 'array') found.add(items.type);
    return false;
  };
  for (const { schema } of spec.versions) someSchema(schema?.openAPIV3Schema, collect);
  return [...found]
    .sort()
    .map(
      (type) =>
        `x-kubernetes-list-type: set for items of type "${type}" is not supported by server-side apply or CEL validation rules`,
    );
}
