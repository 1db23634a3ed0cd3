import type { JSONSchemaProps } from '@vmgen/crd';

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
