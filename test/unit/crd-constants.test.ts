import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { compileText, diagnosticTexts, fileText } from '#generator/testing/compile-text.js';
import { strictProblems } from '#generator/testing/strict-problems.js';

const FOLDER = join(process.cwd(), 'test', 'unit');
const CLIENT = `import { createApiServer } from '@vmgen/apiserver';
import { createCustomResourceDefinitionClient } from '@vmgen/kubernetes/apiextensions/v1';
import { createFakeTransport } from '@vmgen/apiserver/fake';
`;

/** Returns what TypeScript reports if the CRDs are passed to the embedded server and the client. */
function problemsOf(constants: string, names: readonly string[]): string[] {
  const lines = names.map(
    (name) =>
      `createApiServer({ crds: [${name}] });\nawait createCustomResourceDefinitionClient(createFakeTransport({ crds: [${name}] })).create(${name});\n`,
  );
  const use = `${CLIENT}import { ${names.join(', ')} } from './crds.js';\n${lines.join('')}`;
  const files = new Map([
    [join(FOLDER, 'crds.ts'), constants],
    [join(FOLDER, 'use.ts'), use],
  ]);
  return [{}, { exactOptionalPropertyTypes: false }].flatMap((more) => strictProblems(files, more));
}

const kind = (fields: string, markers = ''): string => `// +groupName=example.com
import type { Int32, Int64, IntOrString, JSONValue, ObjectMeta, RawExtension, TypeMeta } from '@vmgen/runtime';

// +genclient
${markers}export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  spec: Spec;
}
export interface Spec {
${fields}
}
`;

const CONVERSION =
  '// +vmgen:conversion:strategy=Webhook,serviceNamespace=a,serviceName=b,reviewVersions=v1\n';
const NEW = kind(
  `  // +kubebuilder:default=small
  size?: 'small' | 'large';
  // +kubebuilder:default={a: {b: 1}}
  defaults?: Record<string, Record<string, Int32>>;
  anything?: JSONValue;
  extension?: RawExtension;
  port?: IntOrString;
  // +listType=map
  // +listMapKey=name
  items?: { name: string; values?: Record<string, string[]> }[];
  // +kubebuilder:validation:XValidation:rule="self.all(x, x > 0)"
  // +kubebuilder:validation:MaxItems=3
  numbers?: Int32[];
  union?: { a: string } | { b: string };`,
  `// +kubebuilder:storageversion\n${CONVERSION}`,
);
const OLD = kind('  color?: string;', CONVERSION);

test('the client of CRDs and the embedded server accept the constant of a CRD with two versions', () => {
  const compiled = compileText({ 'example/v1/types.ts': NEW, 'example/v1alpha1/types.ts': OLD });
  assert.deepEqual(diagnosticTexts(compiled), []);
  const constants = fileText(compiled, 'testing/example/crds.ts');
  assert.match(constants, /'x-kubernetes-list-map-keys'/);
  assert.match(constants, /conversionReviewVersions/);
  assert.match(constants, /oneOf/);
  assert.deepEqual(problemsOf(constants, ['thingCrd']), []);
});

test('the embedded server accepts the constant of a CRD with integers beyond 2^53', () => {
  const large = kind('  // +kubebuilder:default=9223372036854775807\n  large?: Int64;');
  const compiled = compileText({ 'example/v1/types.ts': large });
  assert.deepEqual(diagnosticTexts(compiled), []);
  const constants = fileText(compiled, 'testing/example/crds.ts');
  assert.match(constants, /9223372036854775807n/);
  assert.deepEqual(strictProblems(new Map([[join(FOLDER, 'crds.ts'), constants]])), []);
});

test('the client of CRDs accepts the constants of the examples', async () => {
  for (const [path, names] of [
    ['examples/backup/generated/testing/backup/crds.ts', ['backupScheduleCrd']],
    ['examples/network/generated/testing/samplecrd/crds.ts', ['networkCrd']],
    ['generated/testing/cloudnative/crds.ts', ['virtualMachineCrd']],
  ] as const) {
    assert.deepEqual(problemsOf(await readFile(path, 'utf8'), names), [], path);
  }
});
