import type { CustomResourceDefinition, JSONSchemaProps } from '@vmgen/apiserver/schema';

/** What `kubectl apply` can keep of an object in its annotation. */
const APPLY_LIMIT = 256 * 1024;
/** Room for the other annotations of the same limit. */
const MARGIN = 4 * 1024;

/** Drops descriptions, deepest first, until the CRD can be applied by kubectl. */
export function trimDescriptions(crd: CustomResourceDefinition): CustomResourceDefinition {
  const excess = sizeOf(crd) - (APPLY_LIMIT - MARGIN);
  if (excess <= 0) return crd;
  const trimmed = structuredClone(crd);
  const described: { schema: JSONSchemaProps; depth: number }[] = [];
  for (const { schema } of trimmed.spec.versions) {
    if (schema?.openAPIV3Schema) collect(schema.openAPIV3Schema, 0, described);
  }
  described.sort((a, b) => b.depth - a.depth);
  let left = excess;
  for (const { schema } of described) {
    if (left <= 0) break;
    left -= sizeOf({ description: schema.description }) - 1;
    delete schema.description;
  }
  return trimmed;
}

function sizeOf(value: object): number {
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? Number(each) : each,
  );
  return Buffer.byteLength(text);
}

function collect(
  schema: JSONSchemaProps,
  depth: number,
  described: { schema: JSONSchemaProps; depth: number }[],
): void {
  if (schema.description !== undefined) described.push({ schema, depth });
  for (const property of Object.values(schema.properties ?? {})) {
    collect(property, depth + 1, described);
  }
  if (schema.items && !Array.isArray(schema.items)) collect(schema.items, depth + 1, described);
  if (typeof schema.additionalProperties === 'object') {
    collect(schema.additionalProperties, depth + 1, described);
  }
}
