import type { JSONSchemaProps } from '../schema/json-schema-props.js';

const text: JSONSchemaProps = { type: 'string' };
const metadata: JSONSchemaProps = {
  type: 'object',
  properties: { name: text, generateName: text },
};

/**
 * The schema of a resource with what every resource has; of the metadata only the names can be
 * used in rules.
 */
export function withTypeAndObjectMeta(schema: JSONSchemaProps): JSONSchemaProps {
  const { kind, apiVersion, metadata: own } = schema.properties ?? {};
  const isComplete =
    kind?.type === 'string' &&
    apiVersion?.type === 'string' &&
    own?.type === 'object' &&
    own.properties?.['name']?.type === 'string' &&
    own.properties['generateName']?.type === 'string';
  if (isComplete) return schema;
  return {
    ...schema,
    properties: { ...schema.properties, kind: text, apiVersion: text, metadata },
  };
}
