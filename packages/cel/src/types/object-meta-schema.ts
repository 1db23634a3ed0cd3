import type { JSONSchemaProps } from '@vmgen/base/schema';

const text: JSONSchemaProps = { type: 'string' };

/** The maximum length of `metadata.name` in characters, as of a DNS subdomain. */
const MAX_NAME_LENGTH = 253;

/**
 * Adds the fields that every resource has. Rules can use only the names of the metadata. The schema
 * or the API server's validation bounds their length.
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
    properties: {
      ...schema.properties,
      kind: text,
      apiVersion: text,
      metadata: {
        type: 'object',
        properties: {
          name: boundedText(own?.properties?.['name'], MAX_NAME_LENGTH),
          // The server appends at least one byte.
          generateName: boundedText(own?.properties?.['generateName'], MAX_NAME_LENGTH - 1),
        },
      },
    },
  };
}

function boundedText(own: JSONSchemaProps | undefined, maxLength: number): JSONSchemaProps {
  return { ...text, maxLength: Math.min(own?.maxLength ?? maxLength, maxLength) };
}
