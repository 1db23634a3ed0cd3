import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

const RULE = '// +kubebuilder:validation:XValidation:rule=';
const SPEC = 'spec.validation.openAPIV3Schema.properties[spec]';

/** The first lines and remedies of what is found: `12:6 the text | the remedy`. */
function diagnostics(spec: string, more = ''): string[] {
  const result = compileText({ 'example/v1/types.ts': kindWith(spec, more) });
  assert.deepEqual(result.files, []);
  return diagnosticTexts(result).map((text) =>
    text
      .replace('example/v1/types.ts:', '')
      .replace(': error: the API server would reject the CRD: ', ' ')
      .replace('\n  add ', ' | add ')
      .replace(/\n[^]*$/, ''),
  );
}

/** What is found of rules that cost too much, with the place and the remedy alone. */
function remedies(spec: string, more?: string): string[] {
  return diagnostics(spec, more)
    .filter((text) => text.includes('estimated rule cost exceeds budget'))
    .map((text) => text.replace(/^(\S+) [^|]*?(?=$| \| add )/, '$1'));
}

test('rejects a rule that does not compile at its own marker', () => {
  assert.deepEqual(diagnostics(`  ${RULE}"self > 0"\n  ${RULE}"self > s"\n  a: Int32;`), [
    `12:6 ${SPEC}.properties[a].x-kubernetes-validations[1].rule: Invalid value: "self > s": compilation failed: ERROR: <input>:1:8: undeclared reference to 's' (in container '')`,
  ]);
});

test('rejects a rule of a type at the type if the field has rules too', () => {
  const [found] = diagnostics(
    `  ${RULE}"self.size() > 0"\n  a: Name;`,
    `${RULE}"true"\n${RULE}"self.x"\nexport type Name = string;`,
  );
  assert.equal(
    found?.split(': ', 1)[0],
    `15:4 ${SPEC}.properties[a].x-kubernetes-validations[2].rule`,
  );
});

test('rejects a transition rule on items of a list without keys at its marker', () => {
  const [first] = diagnostics(
    '  // +kubebuilder:validation:MaxItems=3\n  disks: Disk[];',
    `export interface Disk {\n  // +kubebuilder:validation:MaxLength=3\n  ${RULE}"self == oldSelf"\n  b: string;\n}`,
  );
  assert.equal(
    first,
    `16:6 ${SPEC}.properties[disks].items.properties[b].x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${SPEC}.properties[disks]`,
  );
});

test('suggests the missing bounds of lists and strings for a rule that costs too much', () => {
  assert.deepEqual(remedies(`  ${RULE}"self.all(x, self.exists(y, x == y))"\n  disks: string[];`), [
    '11:6 | add +kubebuilder:validation:MaxItems to spec.disks, and +kubebuilder:validation:items:MaxLength to spec.disks',
  ]);
});

test('does not suggest bounds that exist or do not help', () => {
  const spec = `  ${RULE}"self.all(x, self.all(y, self.all(z, x + y + z != 0)))"\n  numbers: Int32[];\n  other: string[];`;
  assert.deepEqual(remedies(spec), ['11:6 | add +kubebuilder:validation:MaxItems to spec.numbers']);
  assert.deepEqual(remedies(`  // +kubebuilder:validation:MaxItems=1000\n${spec}`), ['12:6']);
});

test('suggests the missing bounds of enclosing types for a rule that costs too much', () => {
  assert.deepEqual(
    remedies(
      '  names: Record<string, Name>;',
      `${RULE}"self.matches('^a+$')"\nexport type Name = string;`,
    ),
    [
      '13:4 | add +kubebuilder:validation:MaxProperties to spec.names, and +kubebuilder:validation:MaxLength to the type of the values of spec.names',
    ],
  );
});

test('rejects a message expression that does not compile and reports its text', () => {
  assert.deepEqual(diagnostics(`  ${RULE}"self > 0",messageExpression="self"\n  a: Int32;`), [
    `11:6 ${SPEC}.properties[a].x-kubernetes-validations[0].messageExpression: Invalid value: "self": messageExpression must evaluate to a string`,
  ]);
});

test('reports a rule that exceeds its own cost limit and that of the schema once', () => {
  const found = diagnostics(`  ${RULE}"self.all(x, x.all(y, y.all(z, z > 0)))"\n  a: Int32[][][];`);
  const bound = '+kubebuilder:validation';
  assert.deepEqual(found, [
    `11:6 ${SPEC}.properties[a].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared) | add ${bound}:MaxItems to spec.a, and ${bound}:items:MaxItems to spec.a, and ${bound}:items:items:MaxItems to spec.a`,
  ]);
});

test('reports rules that together exceed the limit one by one, without the total', () => {
  const rule = `${RULE}"self.all(x, self.exists(y, x == y))"`;
  const fields = Array.from(
    { length: 30 },
    (_, i) => `  // +kubebuilder:validation:MaxItems=1000\n  ${rule}\n  a${i}: Int32[];`,
  );
  const part =
    'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
  assert.deepEqual(
    diagnostics(fields.join('\n')),
    [0, 1, 2, 3].map(
      (i) => `${12 + 3 * i}:6 ${SPEC}.properties[a${i}].x-kubernetes-validations[0].rule: ${part}`,
    ),
  );
});

test('selects an item by an integer key beyond the range of doubles', () => {
  const spec = `  // +listType=map
  // +listMapKey=id
  // +kubebuilder:validation:MaxItems=3
  // +k8s:item(id: 9007199254740993)=+k8s:immutable
  disks?: { id: Id }[];`;
  const result = compileText({
    'example/v1/types.ts': kindWith(
      spec,
      '// +kubebuilder:validation:Type=integer\nexport type Id = number;',
    ),
  });
  assert.deepEqual(diagnosticTexts(result), []);
});
