import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@vmgen/crd';
import { at, testServer, type Send, type TestAnswer } from './test-server.js';
import { crdOf } from '@vmgen/fixtures/crd-of';
import { Session, type Profiler } from 'node:inspector';

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
  return crdOf({ group: 'load.tw', plural, kind }, [
    { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema }, ...more },
  ]);
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

/**
 * Counts the work of a function: calls of functions, executions of blocks, and entries of Maps. The
 * same input yields about the same count on any machine and under any load, so that tests can limit
 * the work of a request without a clock.
 */
async function countWork<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly work: number }> {
  const session = new Session();
  session.connect();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called by Reflect.apply only
  const { set } = Map.prototype;
  let entries = 0;
  // A Map that is created from another one calls this method if it is overridden.
  Map.prototype.set = function (key: unknown, value: unknown) {
    entries++;
    return Reflect.apply(set, this, [key, value]) as Map<unknown, unknown>;
  };
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const result = await run();
    return { result, work: entries + takeCount(session) };
  } finally {
    Map.prototype.set = set;
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}

/** The work of the constructor of an error, which captures a stack. */
const ERROR_WORK = 50;

function takeCount(session: Session): number {
  let count = 0;
  const note = (_error: Error | null, { result }: Profiler.TakePreciseCoverageReturnType): void => {
    for (const script of result) {
      if (!script.url.startsWith('file:')) continue;
      for (const { functionName, ranges } of script.functions) {
        const weight = /^[A-Z]\w*Error$/.test(functionName) ? ERROR_WORK : 1;
        for (const range of ranges) count += weight * range.count;
      }
    }
  };
  session.post('Profiler.takePreciseCoverage', note);
  return count;
}
