import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { compileText, fileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

const REMEDY =
  'shorten the documentation of its fields, limit all descriptions with --max-desc-len, or keep them with --no-trim-descriptions and kubectl apply --server-side';
const TOO_LARGE =
  'example/v1/types.ts:6:18: warning: the CRD of Thing exceeds the 256 KiB that kubectl apply can store';

const prose = (kibibytes: number): string => 'All work and no play. '.repeat(kibibytes * 47);

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
}

interface Crd {
  readonly spec: {
    readonly versions: readonly [{ readonly schema: { readonly openAPIV3Schema: Described } }];
  };
}

/** Which fields of the spec still have a description in the CRD. */
function described(yaml: string): string[] {
  const { spec }: Crd = parse(yaml);
  const fields = spec.versions[0].schema.openAPIV3Schema.properties?.['spec']?.properties ?? {};
  return Object.entries(fields).flatMap(([name, { description }]) =>
    description === undefined ? [] : [name],
  );
}

test('omits the longest descriptions of a depth first, and reports it', () => {
  const spec = `  /** ${prose(30)} */\n  a: string;\n  /** ${prose(230)} */\n  b: string;\n  /** Short. */\n  c: string;`;
  const files = { 'example/v1/types.ts': kindWith(spec) };
  const compiled = compileText(files);
  assert.deepEqual(diagnosticTexts(compiled), [
    `${TOO_LARGE}: one description was omitted from it, the most deeply nested first\n  ${REMEDY}`,
  ]);
  assert.deepEqual(described(fileText(compiled, 'crds/example.com_things.yaml')), ['a', 'c']);
  assert.deepEqual(compileText(files, { strict: true }).files, []);
});

test('omits the description of a type with several uses by its deepest position', () => {
  const spec = '  a: Part;\n  b: { c: Part };';
  const part = `\n/** Shared. */\nexport interface Part {\n  /** ${prose(130)} */\n  d: string;\n}\n`;
  const compiled = compileText({ 'example/v1/types.ts': kindWith(spec) + part });
  assert.equal(diagnosticTexts(compiled).length, 1);
  const { spec: of }: Crd = parse(fileText(compiled, 'crds/example.com_things.yaml'));
  const { a, b } = of.versions[0].schema.openAPIV3Schema.properties?.['spec']?.properties ?? {};
  assert.equal(a?.properties?.['d']?.description, prose(130).trim());
  const c = b?.properties?.['c'];
  assert.deepEqual([c?.description, c?.properties?.['d']?.description], ['Shared.', undefined]);
});

test('omits deeper descriptions before longer ones', () => {
  const spec = `  /** ${prose(150)} */\n  a: {\n    /** Deep. */\n    b: string;\n    /** ${prose(110)} */\n    c: string;\n  };`;
  const compiled = compileText({ 'example/v1/types.ts': kindWith(spec) });
  assert.deepEqual(diagnosticTexts(compiled), [
    `${TOO_LARGE}: one description was omitted from it, the most deeply nested first\n  ${REMEDY}`,
  ]);
  const yaml = fileText(compiled, 'crds/example.com_things.yaml');
  assert.deepEqual(described(yaml), ['a']);
  assert.match(yaml, /description: Deep\./);
});

test('reports a CRD that is too large without descriptions', () => {
  const long = 'x'.repeat(100);
  const values = Array.from({ length: 3000 }, (_, index) => `'${long}${index}'`).join(' | ');
  const compiled = compileText({ 'example/v1/types.ts': kindWith(`  /** A. */\n  a: ${values};`) });
  assert.deepEqual(diagnosticTexts(compiled), [
    `${TOO_LARGE}, even without descriptions\n  split the kind, or apply the CRD with kubectl apply --server-side`,
  ]);
});

test('leaves a CRD just below the limit unchanged', () => {
  const spec = `  /** ${prose(240)} */\n  a: string;`;
  const compiled = compileText({ 'example/v1/types.ts': kindWith(spec) });
  assert.deepEqual(diagnosticTexts(compiled), []);
  assert.deepEqual(described(fileText(compiled, 'crds/example.com_things.yaml')), ['a']);
});

test('keeps all descriptions of a small CRD, without a diagnostic', () => {
  const spec = `  /** ${prose(30)} */\n  a: string;\n  /** ${prose(230)} */\n  b: string;`;
  const files = { 'example/v1/types.ts': kindWith(spec) };
  const compiled = compileText(files, { trimDescriptions: false, strict: true });
  assert.deepEqual(diagnosticTexts(compiled), []);
  assert.deepEqual(described(fileText(compiled, 'crds/example.com_things.yaml')), ['a', 'b']);
});

test('rejects a CRD that is too large for any way of applying it, even with trimming off', () => {
  const files = { 'example/v1/types.ts': kindWith(`  /** ${prose(1600)} */\n  a: string;`) };
  const compiled = compileText(files, { trimDescriptions: false });
  assert.deepEqual(
    compiled.diagnostics.map(({ code }) => code),
    ['VMGEN6103'],
  );
});
