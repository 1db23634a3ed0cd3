import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { compileText, fileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

/** As much of a schema as leads to the field. */
interface Properties {
  readonly description?: string;
  readonly maxLength?: number;
  readonly properties: Readonly<Record<string, Properties>>;
}

/** The schemas of the spec's fields in the CRD. */
function fieldsOf(spec: string): Properties['properties'] {
  const source = kindWith(spec);
  const compiled = compileText({ 'example/v1/types.ts': source });
  const crd = parse(fileText(compiled, 'crds/example.com_things.yaml')) as {
    spec: { versions: [{ schema: { openAPIV3Schema: Properties } }] };
  };
  const root = crd.spec.versions[0].schema.openAPIV3Schema;
  return root.properties['spec']?.properties ?? {};
}

/** The description that a field with this JSDoc gets in the CRD. */
function description(...jsDoc: string[]): string | undefined {
  return fieldsOf([...jsDoc, 'name: string;'].join('\n'))['name']?.description;
}

test('keeps the indentation of JSDoc lines after the first space', () => {
  assert.equal(
    description(
      '  /**',
      '   * A list:',
      '   *   - one',
      '   *     - within',
      '   *',
      '   * Done.',
      '   */',
    ),
    'A list:\n  - one\n    - within\n\nDone.',
  );
});

test('reads lines without a star without indentation', () => {
  assert.equal(
    description('  /** First,', '      second,', '    * third. */'),
    'First,\nsecond,\nthird.',
  );
});

test('applies JSDoc on the line of a brace or of another field to the field after it', () => {
  const { place } = fieldsOf(`  place: { /** East of it. */ x: string; /**
    * North of it.
    * +kubebuilder:validation:MaxLength=3 */ y: string /** Nothing. */; z: { /** Up. */
    up: string } };`);
  assert.deepEqual(place?.properties, {
    x: { description: 'East of it.', type: 'string' },
    y: { description: 'North of it.', type: 'string', maxLength: 3 },
    z: {
      type: 'object',
      required: ['up'],
      properties: { up: { description: 'Up.', type: 'string' } },
    },
  });
});

const NOTHING = `error: the marker belongs to no type and no field
  put it on a line of its own, directly above its declaration`;
const NO_FIELD = `error: the marker belongs to no field
  put it directly above the field`;

/** Returns the diagnostics of a spec that starts at line 11. */
const STRAYS: Readonly<Record<string, readonly [spec: string, ...diagnostics: string[]]>> = {
  'after a brace': ['  a: { // +optional\n  b: string };', `11:11: ${NOTHING}`],
  'after a field': ['  a: string; // +optional\n  b: string;', `11:17: ${NOTHING}`],
  'after the last field': ['  a: { b: string; /** +optional */ };', `11:23: ${NOTHING}`],
  'between a name and its colon': ['  a /** +optional */: string;', `11:9: ${NOTHING}`],
  'before a type': ['  a:\n  // +optional\n  string;', `12:6: ${NOTHING}`],
  'before a member of a union': [`  a:\n  // +nullable\n  | 'x' | 'y';`, `12:6: ${NOTHING}`],
  'on an index signature': [
    '  a: { /** +optional */ [key: string]: string };',
    `11:12: ${NO_FIELD}`,
  ],
  'after an interface': ['  a: string;\n} // +optional\nexport interface B {', `12:6: ${NOTHING}`],
  'on a member of an enum': [
    `  a: B;\n}\nenum B { /** +optional */ C = 'c' }\ninterface D {`,
    `13:14: ${NOTHING}`,
  ],
  'with an unknown name': [
    '  a: string; // +optonal',
    '11:17: error: unknown marker +optonal\n  did you mean +optional?',
  ],
};

for (const [place, [spec, ...diagnostics]] of Object.entries(STRAYS)) {
  test(`rejects a marker ${place}`, () => {
    const compiled = compileText({ 'example/v1/types.ts': kindWith(spec) });
    assert.deepEqual(
      diagnosticTexts(compiled),
      diagnostics.map((diagnostic) => `example/v1/types.ts:${diagnostic}`),
    );
  });
}

test('ignores text in code and strings that looks like a marker', () => {
  const code = 'export const a = () => {\n  // +optional\n  return "// +optional";\n};';
  const source = kindWith('  /* no +optional */ a: `${string}// +optional`;', code);
  assert.deepEqual(diagnosticTexts(compileText({ 'example/v1/types.ts': source })), []);
});

test('converts @deprecated to a sentence, with or without a reason', () => {
  assert.equal(
    description('/** One. @not a tag', ' * @deprecated use other */'),
    'One. @not a tag\nDeprecated: use other',
  );
  assert.equal(description('/** @deprecated */'), 'Deprecated.');
});

test('reports tags of other schema generators', () => {
  const spec = `  /**
   * One of them: @minimum is no tag here.
   *
   *   @minimum 1
   * @default 3
   * @format uri
   */
  // +kubebuilder:validation:Format=uri
  a: string;
  /** @default the name of the cluster */
  b?: string;
  // +kubebuilder:default=3
  /**
   * \`\`\`
   * @maximum 3
   * \`\`\`
   * @default 3
   */
  c?: Int32;`;
  const compiled = compileText({ 'example/v1/types.ts': kindWith(spec) });
  assert.deepEqual(diagnosticTexts(compiled), [
    'example/v1/types.ts:14:8: warning: @minimum has no effect\n  write +kubebuilder:validation:Minimum=1',
    'example/v1/types.ts:15:6: warning: @default has no effect\n  write +kubebuilder:default=3',
  ]);
});

for (const end of ['\n', '\r\n', '\r', '\u2028', '\u2029']) {
  const name = JSON.stringify(end);
  test(`reads each line of JSDoc separately with the line ending ${name}`, () => {
    const lines = ['/** A name.', ' * +kubebuilder:validation:MaxLength=5', ' */', 'name: string;'];
    const field = fieldsOf(lines.join(end))['name'];
    assert.deepEqual([field?.description, field?.maxLength], ['A name.', 5]);
  });

  test(`reports the line and column that an editor shows with the line ending ${name}`, () => {
    const source = kindWith(`  /** A.${end}   * B. */ // C.${end}  size: Int33;\n  other: Int34;`);
    const { diagnostics } = compileText({ 'example/v1/types.ts': source });
    const lines = source.split('\n');
    const words = diagnostics.map(({ position }) => {
      const { line = 0, column = 0 } = position ?? {};
      return lines[line - 1]?.slice(column - 1, column + 4);
    });
    assert.deepEqual(words, ['Int33', 'Int34']);
  });
}
