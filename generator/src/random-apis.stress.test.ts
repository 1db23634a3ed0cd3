import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  compileSchema,
  validateCustomResourceDefinition,
  type CustomResourceDefinition,
} from '@vmgen/crd';
import fc from 'fast-check';
import { parse as parseYaml } from 'yaml';
import { compileAll, fileText, diagnosticTexts } from './testing/compile-text.js';
import { randomSpec, type RandomObject } from './testing/random-type.js';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';

/** The same APIs in each run; another seed shows others. */
const SEED = 20_261_121;
const GROUPS = 3;
const KINDS = 12;

function sourceOf(specs: readonly RandomObject[]): string {
  const declarations: string[] = [];
  let count = 0;
  const declare = (text: (name: string) => string): string => {
    const name = `Type${count++}`;
    declarations.push(text(name));
    return name;
  };
  const kinds = specs.map((spec, index) => {
    return `// +genclient
export interface Kind${index} extends TypeMeta {
  metadata: ObjectMeta;
  spec: Spec${index};
}
${spec.declareAs(`Spec${index}`, declare)}`;
  });
  return `import type { Float, Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

export type Imported = [Float, Int32];
export interface Box<T> { value: T }
${kinds.join('\n')}
${declarations.join('\n')}
`;
}

const specs = fc.sample(randomSpec, { seed: SEED, numRuns: GROUPS * KINDS });
const groups = Array.from({ length: GROUPS }, (_, index) => ({
  name: `g${index}`,
  specs: specs.slice(index * KINDS, (index + 1) * KINDS),
}));
const sources = Object.fromEntries(
  groups.map((group) => [
    `${group.name}/v1/types.ts`,
    `// +groupName=${group.name}.example.com\n\n${sourceOf(group.specs)}`,
  ]),
);
const compiled = compileAll(sources);

test('reports no diagnostics for random APIs', () => {
  assert.deepEqual(diagnosticTexts(compiled), []);
});

test('generates code from random APIs that compiles with the strictest flags', () => {
  const root = fileURLToPath(new URL('../testdata/random/', import.meta.url));
  const files = new Map([
    ...Object.entries(sources).map(([path, text]) => [`${root}apis/${path}`, text] as const),
    ...compiled.files
      .filter(({ path }) => path.endsWith('.ts'))
      .map(({ path, text }) => [`${root}out/${path}`, text] as const),
  ]);
  assert.deepEqual(strictProblems(files), []);
});

test('generates CRDs that accept valid objects and reject others', () => {
  let refused = 0;
  for (const { name, specs: kinds } of groups) {
    for (const [index, spec] of kinds.entries()) {
      const path = `crds/${name}.example.com_kind${index}s.yaml`;
      const crd: CustomResourceDefinition = parseYaml(fileText(compiled, path));
      assert.deepEqual(validateCustomResourceDefinition(crd), [], path);
      const schema = compileSchema(crd.spec.versions[0]?.schema?.openAPIV3Schema ?? {});
      const samples = fc.sample(spec.samples, { seed: SEED, numRuns: 3 });
      for (const { valid, invalid } of samples) {
        assert.deepEqual(schema.validate({ spec: valid }), [], `${path} ${JSON.stringify(valid)}`);
        for (const value of invalid) {
          const errors = schema.validate({ spec: value });
          assert.notDeepEqual(errors, [], `${path} takes ${JSON.stringify(value)}`);
          refused++;
        }
      }
    }
  }
  assert.ok(refused > 1000, `only ${refused} objects were wrong`);
});
