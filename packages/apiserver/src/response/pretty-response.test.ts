import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiServer } from '../index.js';

const BASE = '/api/v1/namespaces/default';

async function textOf(
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  await using server = createApiServer();
  const response = await server.transport.request({ method: 'GET', path, headers });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('indents a response if the query or the client requests it', async () => {
  for (const value of ['true', 'True', '1', 't']) {
    assert.match(await textOf(`${BASE}?pretty=${value}`), /^\{\n {2}"/, value);
  }
  for (const client of ['curl/8.0', 'Wget/1.21', 'Mozilla/5.0 (X11)']) {
    assert.match(await textOf(BASE, { 'user-agent': client }), /^\{\n {2}"/, client);
  }
});

test('does not indent responses to programs, or if the query disables it', async () => {
  for (const value of ['false', '0', 'x', '']) {
    assert.doesNotMatch(await textOf(`${BASE}?pretty=${value}`), /\n./, value);
  }
  assert.doesNotMatch(await textOf(BASE, { 'user-agent': 'kubectl/v1.37.2' }), /\n./);
  assert.doesNotMatch(await textOf(`${BASE}?pretty=0`, { 'user-agent': 'curl/8.0' }), /\n./);
});

test('indents lists, errors and discovery as JSON.stringify does', async () => {
  for (const path of ['/api/v1/namespaces', '/api/v1/namespaces/none', '/apis/apps/v1']) {
    const [compact, pretty] = [await textOf(path), await textOf(`${path}?pretty=1`)];
    const withoutUids = (text: string): string =>
      text.replace(/"(?:uid|creationTimestamp)": ?"[^"]*"/g, '');
    assert.equal(
      withoutUids(pretty),
      withoutUids(JSON.stringify(JSON.parse(compact), null, 2)),
      path,
    );
  }
});

test('indents an error if the client accepts only conversions', async () => {
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const path = '/api/v1/namespaces/none';
  assert.match(await textOf(path, { accept: table }), /^\{\n {2}"kind": "Status"/);
  assert.match(await textOf(path, { accept: 'text/html' }), /^\{\n {2}"kind": "Status"/);
  const both = `${table}, application/json`;
  assert.match(await textOf(path, { accept: both }), /^\{"kind":"Status".*\}\n$/);
});

test('ends a JSON response with a line feed', async () => {
  for (const path of [BASE, '/api/v1/namespaces', '/api/v1/namespaces/none', '/apis/apps/v1']) {
    assert.match(await textOf(path), /[^\n]\}\n$/, path);
  }
});

test('formats an error as YAML if the client prefers it', async () => {
  const path = '/api/v1/namespaces/none';
  const yaml = /^apiVersion: v1\ncode: 404\ndetails:\n {2}kind: namespaces\n/;
  assert.match(await textOf(path, { accept: 'application/yaml' }), yaml);
  assert.match(await textOf(`${path}?pretty=1`, { accept: 'application/yaml' }), yaml);
  const both = 'application/json;q=0.5, application/yaml';
  assert.match(await textOf(path, { accept: both }), yaml);
});

test('escapes the same characters in JSON strings as Go', async () => {
  const text = await textOf('/api/v1/namespaces/a%3Cb%26');
  assert.match(text, /namespaces \\"a\\u003cb\\u0026\\" not found/);
});
