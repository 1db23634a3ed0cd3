import type { TransportRequest } from '@vmgen/runtime';
import type { ApiServer } from '../server/api-server.js';
import { createApiServer } from '../node/create-api-server.js';
import type { ApiServerOptions } from '../server/api-server-options.js';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { machineDefinition as definition } from '@vmgen/fixtures/apiserver/machines';

export { machine, mergePatch } from '@vmgen/fixtures/apiserver/machines';

/** A kind with a status, a scale, a default, an enum and a selectable field. */
export const machineDefinition: CustomResourceDefinition = definition;

export const machinesPath = '/apis/test.tw/v1/namespaces/default/machines';

/** The Scale of a machine in the namespace default. */
export const machineScale = (name: string, replicas: number): JsonObject => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name, namespace: 'default' },
  spec: { replicas },
});

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: JsonObject;
}

export type Send = (
  method: TransportRequest['method'],
  path: string,
  body?: JsonObject | readonly JsonObject[] | string,
  headers?: Record<string, string>,
) => Promise<TestAnswer>;

/** Creates a server with the kind Machine, and a function to send requests. */
export function testServer(options: ApiServerOptions = {}): { server: ApiServer; send: Send } {
  const server = createApiServer(options);
  server.installCustomResourceDefinition(machineDefinition);
  const send: Send = async (method, path, body, headers = {}) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await server.handle({
      method,
      path,
      headers: {
        'user-agent': 'tester/1.0',
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    });
    const answer = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text: answer,
      body: parseObject(answer),
    };
  };
  return { server, send };
}

function parseObject(text: string): JsonObject {
  if (!text.startsWith('{')) return {};
  // A watch has one event per line. Other JSON may be indented.
  const isLines = /^\{.*\}\n./.test(text);
  const value: unknown = JSON.parse(isLines ? (text.split('\n')[0] ?? '') : text);
  // The tests check parsed JSON field by field.
  return isJsonObject(value as JsonObject) ? (value as JsonObject) : {};
}

/** Returns the value at a dotted path of a response. */
export function at(object: JsonObject, path: string): unknown {
  let value: unknown = object;
  for (const name of path.split('.'))
    value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}

export const jsonPatch = { 'content-type': 'application/json-patch+json' };
export const applyPatch = { 'content-type': 'application/apply-patch+yaml' };
export const strategicPatch = { 'content-type': 'application/strategic-merge-patch+json' };

/** Returns a function that reads the next line of a watch; undefined at its end. */
export function lineReader(body: AsyncIterable<Uint8Array>): () => Promise<string | undefined> {
  const chunks = body[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  let lines: string[] = [];
  return async () => {
    if (lines.length === 0) {
      const next = await chunks.next();
      if (next.done === true) return undefined;
      lines = decoder.decode(next.value).split('\n').slice(0, -1);
    }
    return lines.shift();
  };
}

/** Returns the warnings about an object that a server would create. */
export async function warningsOf(path: string, object: JsonObject): Promise<string[]> {
  const { status, headers, text } = await testServer().send('POST', `${path}?dryRun=All`, object);
  if (status !== 201) throw new Error(text);
  const quoted = (headers['warning'] ?? '').match(/(?<=299 - )"(?:[^"\\]|\\.)*"/g) ?? [];
  return quoted.map((each) => String(JSON.parse(each)));
}
