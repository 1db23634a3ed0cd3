import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import type { Compilation } from '../compile.js';
import { compileText, diagnosticTexts, fileText } from '../testing/compile-text.js';
import { exampleFiles } from '../testing/example-source.js';
import { exampleOf } from './describe.js';
import type { MarkerDefinition } from './language/definition.js';
import { MARKERS } from './registry.js';

// The effects of the examples of all markers. After an intended change, run hack/update-goldens.sh and review
// the diff.
const golden = fileURLToPath(new URL('../../testdata/marker-effects.json', import.meta.url));

interface Crd {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly versions: readonly {
      readonly schema: { readonly openAPIV3Schema: { readonly properties: { spec: unknown } } };
    }[];
  };
}
const EXAMPLES = MARKERS.map((definition) => {
  const files = exampleFiles(definition);
  return { definition, source: files['example/v1/types.ts'], result: compileText(files) };
});

// unsupported.test.ts tests the markers that are ignored.
for (const { definition, source, result } of EXAMPLES.filter(
  (each) => each.definition.topic !== 'Ignored',
)) {
  test(`compiles the example of +${definition.name}, which contains the marker`, () => {
    assert.ok(exampleOf(definition).includes(`+${definition.name}`), exampleOf(definition));
    const { unsupported } = definition;
    if (!unsupported) {
      assert.deepEqual(diagnosticTexts(result, source), []);
      return;
    }
    const [diagnostic] = result.diagnostics;
    assert.equal(
      diagnostic?.message,
      `+${definition.name} is not supported: ${unsupported.reason}`,
      diagnosticTexts(result, source).join('\n'),
    );
    assert.equal(diagnostic?.remedy, unsupported.remedy);
  });
}

/** What an example changes, by the place of its marker. */
function effectOf({ topic }: MarkerDefinition, result: Compilation): unknown {
  const crds = result.files
    .filter(({ generator }) => generator === 'crd')
    .map(({ text }) => parse(text) as Crd);
  switch (topic) {
    case 'Roles':
    case 'Admission policies':
    case 'Admission webhooks':
      return manifestsOf(result);
    case 'Clients':
      return { crds: crds.map(({ metadata }) => metadata.name), ...clientsOf(result) };
    case 'Go code':
      return functionsOf(result);
    case 'Package':
      return { crds: crds.map(({ metadata }) => metadata.name), ...groupsOf(result) };
    case 'Custom resource':
      return crds.map(withoutSchemas);
    default:
      return specOf(crds);
  }
}

function specOf([crd]: readonly Crd[]): unknown {
  const spec = crd?.spec.versions[0]?.schema.openAPIV3Schema.properties.spec;
  assert.ok(spec);
  return spec;
}

function withoutSchemas({ metadata, spec }: Crd): unknown {
  const versions = spec.versions.map((version) => ({ ...version, schema: undefined }));
  return { metadata, spec: { ...spec, versions } };
}

function manifestsOf({ files }: Compilation): unknown {
  const made = files.filter(({ path }) => /^(?:policy|rbac|webhook)\//.test(path));
  return Object.fromEntries(
    made.map(({ path, text }) => [
      path,
      parseAllDocuments(text).map((document) => document.toJSON() as unknown),
    ]),
  );
}

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The client's members, and what else there is for the kind. */
function clientsOf(result: Compilation): object {
  const client = fileText(result, 'example/v1/client.ts');
  return {
    client:
      /export (?:interface MachineClient[^]*?\{[^]*?\}|type MachineClient = [^;]*;)\n/
        .exec(client)?.[0]
        .split('\n') ?? [],
    lister: namesIn(fileText(result, 'example/v1/lister.ts'), /export (?:interface|type) (\w+)/g),
    informer: namesIn(fileText(result, 'example/v1/informer.ts'), /export interface (\w+)/g),
  };
}

const groupsOf = (result: Compilation): object => ({
  clientset: namesIn(fileText(result, 'clientset.ts'), /readonly (\w+): /g),
});

const functionsOf = (result: Compilation): object => ({
  copied: namesIn(fileText(result, 'example/v1/deepcopy.ts'), /export function (\w+)/g),
});

const effects = Object.fromEntries(
  EXAMPLES.filter(({ definition }) => !definition.unsupported).map(({ definition, result }) => [
    definition.name,
    effectOf(definition, result),
  ]),
);
if (process.env['UPDATE_GOLDEN'] === '1') {
  writeFileSync(golden, `${JSON.stringify(effects, undefined, 2)}\n`);
}
const expected = JSON.parse(readFileSync(golden, 'utf8')) as Record<string, unknown>;

test('has a recorded effect for every marker', () => {
  assert.deepEqual(
    Object.keys(effects),
    Object.keys(expected),
    'run hack/update-goldens.sh, and read its diff',
  );
});

for (const [name, effect] of Object.entries(effects)) {
  test(`+${name} has exactly this effect`, () => {
    assert.deepEqual(JSON.parse(JSON.stringify(effect)), expected[name]);
  });
}
