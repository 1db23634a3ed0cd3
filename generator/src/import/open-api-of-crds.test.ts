import type { JsonObject } from '@vmgen/base/json';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts } from '../testing/compile-text.js';
import { importOpenApi } from './import-open-api.js';

const META = { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' };

/** The relevant parts of the OpenAPI document that a server generates for the CRD of a kind with a spec. */
function documentOf(kind: string, spec: JsonObject): JsonObject {
  const type = { group: 'example.com', version: 'v1', kind };
  const text = { type: 'string' };
  const list = { 'x-kubernetes-action': 'list', 'x-kubernetes-group-version-kind': type };
  return {
    openapi: '3.0.0',
    paths: { '/apis/example.com/v1/things': { get: list } },
    components: {
      schemas: {
        [`com.example.v1.${kind}`]: {
          type: 'object',
          properties: { apiVersion: text, kind: text, metadata: { allOf: [META] }, spec },
          'x-kubernetes-group-version-kind': [type],
        },
      },
    },
  };
}

/** The types that become of a document, of which vmgen makes clients. */
function typesOf(document: JsonObject): string {
  const problems: string[] = [];
  const report = (path: string, problem: string) => problems.push(`${path} ${problem}`);
  const files = importOpenApi([document], { report });
  assert.deepEqual(problems, []);
  const compiled = compileText(Object.fromEntries(files.map(({ path, text }) => [path, text])));
  assert.ok(compiled.files.length > 0, diagnosticTexts(compiled).join('\n'));
  return files.find(({ path }) => path.endsWith('types.ts'))?.text ?? '';
}

test('does not treat an embedded resource as a separate kind', () => {
  const text = { type: 'string' };
  const types = typesOf(
    documentOf('Thing', {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { apiVersion: text, kind: text, metadata: { allOf: [META] } },
    }),
  );
  assert.match(types, / metadata\?: RawExtension;/);
});

test('a kind may begin with a small letter', () => {
  assert.match(
    typesOf(documentOf('thing', { type: 'object' })),
    /interface thing extends TypeMeta/,
  );
});
