import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { ApiServerOptions } from '../server/api-server-options.js';
import { at, testServer } from './test-server.js';

export const HOOK = 'https://hooks.example.com/convert';
const spec = {
  spec: { type: 'object', properties: { size: { type: 'integer' }, note: { type: 'string' } } },
  status: {
    type: 'object',
    properties: { size: { type: 'integer' }, selector: { type: 'string' } },
  },
};
const scale = {
  specReplicasPath: '.spec.size',
  statusReplicasPath: '.status.size',
  labelSelectorPath: '.status.selector',
};

const definition = crdOf(
  { group: 'test.example.com', kind: 'Thing' },
  ['v1', 'v2'].map((version) =>
    versionWith(version, spec, { storage: version === 'v1', subresources: { scale } }),
  ),
  {
    conversion: {
      strategy: 'Webhook',
      webhook: { clientConfig: { url: HOOK }, conversionReviewVersions: ['v1'] },
    },
  },
);

export const things = (version: string): string =>
  `/apis/test.example.com/${version}/namespaces/default/things`;

export const thing = (version: string, name: string, size = 1): JsonObject => ({
  apiVersion: `test.example.com/${version}`,
  kind: 'Thing',
  metadata: { name },
  spec: { size },
});

/**
 * Serves a kind with a conversion webhook, which does not answer for objects whose name starts with
 * `hanging`, fails for those whose name starts with `failing`, and returns 8 MB for those whose name
 * starts with `growing`.
 */
export function serveThings(options: ApiServerOptions = {}) {
  const clock = createFakeClock();
  const state = {
    calls: 0,
    doesHang: true,
    /** Fields that each conversion returns instead of those of the object. */
    replaced: {} as Readonly<Record<string, JsonValue>>,
  };
  const tested = testServer({
    clock,
    ...options,
    webhookHandlers: {
      ...options.webhookHandlers,
      [HOOK]: async (review) => {
        state.calls++;
        const { request } = review as { request: JsonObject };
        const { uid, desiredAPIVersion, objects } = request;
        const [object = {}] = Array.isArray(objects) ? objects.filter(isJsonObject) : [];
        const name = String(at(object, 'metadata.name'));
        if (state.doesHang && name.startsWith('hanging')) return new Promise(() => {});
        if (name.startsWith('failing')) throw new Error('down');
        const apiVersion = desiredAPIVersion ?? null;
        const converted: JsonObject = { ...object, ...state.replaced, apiVersion };
        if (name.startsWith('growing')) converted['spec'] = { note: 'x'.repeat(8_000_000) };
        const response = { uid, convertedObjects: [converted], result: { status: 'Success' } };
        return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', response };
      },
    },
  });
  tested.server.installCustomResourceDefinition(definition);
  return { ...tested, clock, state };
}
