import type { CustomResourceDefinition, JSONSchemaProps } from '@vmgen/crd';

/**
 * A CRD whose schemas and columns have no descriptions: facts only, for a repository that may not hold the
 * texts.
 */
export function withoutDescriptions(crd: CustomResourceDefinition): CustomResourceDefinition {
  const versions = crd.spec.versions.map((version) => {
    const schema = version.schema?.openAPIV3Schema;
    const columns = version.additionalPrinterColumns;
    return {
      ...version,
      ...(schema && { schema: { openAPIV3Schema: bare(schema) } }),
      ...(columns && {
        additionalPrinterColumns: columns.map(({ description: _, ...column }) => column),
      }),
    };
  });
  return { ...crd, spec: { ...crd.spec, versions } };
}

function bare({ description: _, ...schema }: JSONSchemaProps): JSONSchemaProps {
  const copy: JSONSchemaProps = schema;
  const { items, properties, additionalProperties, not } = schema;
  if (items) copy.items = Array.isArray(items) ? items.map(bare) : bare(items);
  if (properties) {
    copy.properties = Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, bare(each)]),
    );
  }
  if (typeof additionalProperties === 'object') {
    copy.additionalProperties = bare(additionalProperties);
  }
  if (not) copy.not = bare(not);
  for (const junctor of ['allOf', 'anyOf', 'oneOf'] as const) {
    const parts = schema[junctor];
    if (parts) copy[junctor] = parts.map(bare);
  }
  return copy;
}
