import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { compileText, diagnosticTexts, fileText } from '../testing/compile-text.js';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';

const FOLDER = join(process.cwd(), 'test', 'unit');
const CLIENT = `import { createApiServer } from '@vmgen/apiserver';
import { createCustomResourceDefinitionClient } from '@vmgen/kubernetes/apiextensions/v1';
import { createFakeTransport } from '@vmgen/apiserver/fake';
`;

/** A program that passes the constant `name` of the module `crds` to the embedded server and the client. */
const useOf = (crds: string, name: string): string =>
  `${CLIENT}import { ${name} } from './${crds}.js';
createApiServer({ crds: [${name}] });
await createCustomResourceDefinitionClient(createFakeTransport({ crds: [${name}] })).create(${name});
`;

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

const large = compileText({
  'example/v1/types.ts': kind('  // +kubebuilder:default=9223372036854775807\n  large?: Int64;'),
});
const versions = compileText({ 'example/v1/types.ts': NEW, 'example/v1alpha1/types.ts': OLD });
const constantsOf = (compiled: typeof large): string =>
  fileText(compiled, 'testing/example/crds.ts');

test('the constants of a CRD contain what its versions and defaults need', () => {
  assert.deepEqual(diagnosticTexts(versions), []);
  assert.match(constantsOf(versions), /'x-kubernetes-list-map-keys'/);
  assert.match(constantsOf(versions), /conversionReviewVersions/);
  assert.match(constantsOf(versions), /oneOf/);
  assert.deepEqual(diagnosticTexts(large), []);
  assert.match(constantsOf(large), /9223372036854775807n/);
});

for (const exactOptionalPropertyTypes of [true, false]) {
  test(`the client of CRDs and the embedded server accept constants with two versions, with large integers and of the examples; exact optional properties: ${exactOptionalPropertyTypes}`, async () => {
    // The client of CRDs does not accept integers beyond 2^53.
    const files = new Map([[join(FOLDER, 'large.ts'), constantsOf(large)]]);
    const put = (crds: string, name: string, constants: string): void => {
      files.set(join(FOLDER, `${crds}.ts`), constants);
      files.set(join(FOLDER, `use-${crds}.ts`), useOf(crds, name));
    };
    put('versions', 'thingCrd', constantsOf(versions));
    for (const [path, crds, name] of [
      ['examples/backup/generated/testing/backup/crds.ts', 'backup', 'backupScheduleCrd'],
      ['examples/network/generated/testing/samplecrd/crds.ts', 'network', 'networkCrd'],
      ['generated/testing/cloudnative/crds.ts', 'cloudnative', 'virtualMachineCrd'],
    ] as const) {
      put(crds, name, await readFile(path, 'utf8'));
    }
    assert.deepEqual(strictProblems(files, { exactOptionalPropertyTypes }), []);
  });
}
