import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import type { JsonObject } from '@vmgen/base/json';
import type { Exchange } from '../record/exchanges/exchange.js';
import { request } from './request.js';

/** The path of all definitions. */
export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const anything: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** A definition of a kind with a status in a group. */
export function definition(
  group: string,
  plural: string,
  kind: string,
  versions: JsonObject[] = [version('v1', true)],
): JsonObject {
  return crdOf({ group, plural, kind }, versions);
}

export function version(name: string, storage: boolean): JsonObject {
  const properties = {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer', default: 1 },
        tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, value: { type: 'string' } },
          },
        },
        data: { type: 'object', additionalProperties: { type: 'string' } },
        any: anything,
      },
    },
    status: anything,
  };
  return versionWith(name, properties, { storage, subresources: { status: {} } });
}

const GROUP = 'compared.example.com';

/** The path of the widgets of a namespace. */
export const widgetsIn = (namespace: string): string =>
  `/apis/${GROUP}/v1/namespaces/${namespace}/widgets`;

export const WIDGET = { apiVersion: `${GROUP}/v1`, kind: 'Widget' };

/** The requests that create the kind Widget. */
export const widgetKind: readonly Exchange[] = [
  request('POST', `${DEFINITIONS}?fieldManager=m`, definition(GROUP, 'widgets', 'Widget')),
];
