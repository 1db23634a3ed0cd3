import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@vmgen/crd';
import { countWork } from './count-work.js';
import { at, testServer, type Send, type TestAnswer } from './test-server.js';

/**
 * The maximum work of a request, as {@link countWork} counts it: less than one second, and a
 * fraction of any quadratic work.
 */
const MAX_WORK = 30_000_000;

export const things = '/apis/load.tw/v1/namespaces/default/things';
export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const yaml = { 'content-type': 'application/yaml' };
export const asTable = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
export const anyValue: JSONSchemaProps = {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
};
export const text: JSONSchemaProps = { type: 'string' };

export const object = (
  properties: NonNullable<JSONSchemaProps['properties']>,
): JSONSchemaProps => ({
  type: 'object',
  properties,
});
export const list = (items: JSONSchemaProps, more: JSONSchemaProps = {}): JSONSchemaProps => ({
  type: 'array',
  items,
  ...more,
});
export const setOf = (items: JSONSchemaProps): JSONSchemaProps =>
  list(items, { 'x-kubernetes-list-type': 'set' });
export const mapByName = (fields: NonNullable<JSONSchemaProps['properties']>): JSONSchemaProps =>
  list(
    { type: 'object', required: ['name'], properties: { name: text, ...fields } },
    { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
  );

export function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

export const keys = (count: number): JsonObject =>
  Object.fromEntries(many(count, (i) => [`k${i}`, 1]));
export const named = (count: number, name: (i: number) => string): JsonObject[] =>
  many(count, (i) => ({ name: name(i) }));
export const nested = (depth: number): string => '{"a":'.repeat(depth) + '{}' + '}'.repeat(depth);

/** Creates a server with the kind Thing, whose spec has the schema. */
export function serverOf(
  spec: JSONSchemaProps,
  more: Partial<CustomResourceDefinitionVersion> = {},
): Send {
  const { server, send } = testServer();
  server.installCustomResourceDefinition(definitionOf('things', 'Thing', object({ spec }), more));
  return send;
}

export function definitionOf(
  plural: string,
  kind: string,
  openAPIV3Schema: JSONSchemaProps,
  more: Partial<CustomResourceDefinitionVersion> = {},
): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.load.tw` },
    spec: {
      group: 'load.tw',
      names: { plural, kind },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema }, ...more }],
    },
  };
}

export const thing = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'load.tw/v1',
  kind: 'Thing',
  metadata: { name: 'a', ...metadata },
  spec,
});
/** Returns a Thing in JSON. The text of the spec is inserted unchanged. */
export const thingText = (spec: string): string => JSON.stringify(thing({})).replace('{}', spec);
export const thingYaml = (spec: string): string =>
  `apiVersion: load.tw/v1\nkind: Thing\nmetadata: {name: a}\n${spec}`;

export async function created(send: Send, body: JsonObject | string): Promise<void> {
  const { status, text: answer } = await send('POST', things, body);
  assert.equal(status, 201, answer.slice(0, 300));
}

/** Sends a request and checks that its work is limited. */
async function bounded(request: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const { result, work } = await countWork(request);
  assert.ok(work < MAX_WORK, `the request executed ${work} blocks`);
  return result;
}

export interface Attack {
  readonly title: string;
  readonly status: number;
  readonly message?: RegExp;
  readonly run: () => Promise<TestAnswer>;
}

export function testAttacks(attacks: readonly Attack[]): void {
  for (const { title, status, message, run } of attacks) {
    void test(title, async () => {
      const answer = await bounded(run);
      assert.equal(answer.status, status, answer.text.slice(0, 300));
      if (message !== undefined) assert.match(String(at(answer.body, 'message')), message);
    });
  }
}
