import type { JSONSchemaProps, JsonValue } from '@vmgen/crd';
import type { DefinitionPart, SchemaExample } from './definition.js';

/** The schemas of which examples consist. */
export const integer: JSONSchemaProps = { type: 'integer' };
export const string: JSONSchemaProps = { type: 'string' };

/** An object with these fields; `more` are keywords that are printed before them. */
export const object = (
  properties: Readonly<Record<string, JSONSchemaProps>>,
  more: JSONSchemaProps = {},
): JSONSchemaProps => ({ type: 'object', ...more, properties });

/** A conversion by a webhook. */
export const webhook = {
  strategy: 'Webhook',
  webhook: {
    clientConfig: { url: 'https://convert.example.com' },
    conversionReviewVersions: ['v1'],
  },
};

/** An example with two schemas of the spec. */
export const ofSpec = (
  old: JSONSchemaProps,
  next: JSONSchemaProps,
  value?: JsonValue,
): SchemaExample => ({ of: 'spec', old, new: next, ...(value !== undefined && { value }) });

/** An example with two lists of versions. */
export const ofVersions = (
  old: DefinitionPart['versions'] = [],
  versions: DefinitionPart['versions'] = [],
) => ({ of: 'definition', old: { versions: old }, new: { versions } }) as const;
