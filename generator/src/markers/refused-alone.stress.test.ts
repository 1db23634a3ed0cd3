import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, kindWith } from '../testing/compile-text.js';
import { exampleFiles } from '../testing/example-source.js';
import { MARKERS } from './registry.js';

const FILE = 'example/v1/types.ts';

/** A marker in one line of a comment, with the text before it. */
const MARKER = /^(\s*(?:\/\/|\*|\/\*\*)\s*\+)([A-Za-z][\w:-]*)(?<rest>.*?)(?<end>\s*\*\/)?$/;

/** Possible text after the name of a marker. */
const VALUES: readonly string[] = [
  '',
  '="open',
  '={a',
  '={a: b}',
  '=-1.5',
  '="a b/("',
  '(nonsense: 1)',
  ' } ;; "',
];

/** The lines of a text that are a marker, each with a wrong value. */
function* broken(text: string): Generator<{ readonly line: number; readonly text: string }> {
  const lines = text.split('\n');
  // That of other examples is always the same.
  const isOfGroup = text.includes('+groupName=shop.');
  for (const [index, line] of lines.entries()) {
    const [, start = '', name = '', , end = ''] = MARKER.exec(line) ?? [];
    // What goes on in the next line is another marker without it.
    if (
      name === '' ||
      (name === 'groupName' && !isOfGroup) ||
      /^\s*\/\/ {2}/.test(lines[index + 1] ?? '')
    )
      continue;
    const mistyped = `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`;
    const rest = MARKER.exec(line)?.groups?.['rest'] ?? '';
    for (const other of [...VALUES.map((value) => name + value), `${mistyped}${rest}`]) {
      yield {
        line: index + 1,
        text: lines.toSpliced(index, 1, `${start}${other}${end}`).join('\n'),
      };
    }
  }
}

/** The positions of diagnostics, and their number. */
function diagnosticsOf(files: Readonly<Record<string, string>>): string[] {
  return compileText(files)
    .diagnostics.filter(({ severity }) => severity !== 'info')
    .map(({ position, message }) => `${position?.file}:${position?.line}: ${message}`);
}

function assertAlone(files: Readonly<Record<string, string>>, file: string): void {
  for (const { line, text } of broken(files[file] ?? '')) {
    const found = diagnosticsOf({ ...files, [file]: text });
    const shown = `${text.split('\n')[line - 1]}\n${found.join('\n')}`;
    assert.ok(found.length <= 1, shown);
    for (const each of found) assert.ok(each.startsWith(`${file}:${line}: `), shown);
  }
}

for (const definition of MARKERS.filter(({ unsupported }) => !unsupported)) {
  test(`reports a wrong value of a marker once, at its position: ${definition.name}`, () => {
    const files = exampleFiles(definition);
    for (const file of Object.keys(files)) assertAlone(files, file);
  });
}

/** Markers that depend on the first one, in fields of a spec. */
const DEPENDENT: Readonly<Record<string, string>> = {
  'keys of a list': `  // +listType=map
  // +listMapKey=name
  a?: { name: string; b?: Int32 }[];`,
  'one of several keys': `  // +listType=map
  // +listMapKey=name
  // +listMapKey=kind
  a?: { name: string; kind: string; b?: Int32 }[];`,
  'items of a list': `  // +k8s:listType=map
  // +k8s:listMapKey=type
  // +k8s:maxItems=10
  // +k8s:item(type: "A")=+k8s:zeroOrOneOfMember
  // +k8s:item(type: "B")=+k8s:zeroOrOneOfMember
  a?: { type: string }[];`,
  'a default of a key': `  // +listType=map
  // +listMapKey=name
  a?: {
    // +kubebuilder:default=a
    name?: string;
  }[];`,
  'a default with an optional marker': `  // +optional
  // +kubebuilder:default=a
  a: string;`,
  'a bound that a rule requires': `  // +kubebuilder:validation:MaxItems=10
  // +kubebuilder:validation:items:MaxLength=10
  // +kubebuilder:validation:XValidation:rule="self.all(x, self.exists(y, x == y))"
  a?: string[];`,
  'a type that a bound requires': `  // +kubebuilder:validation:Type=string
  // +kubebuilder:validation:MaxLength=3
  // +kubebuilder:default=abc
  a?: JSONValue;`,
};
for (const [title, fields] of Object.entries(DEPENDENT)) {
  test(`reports no consequences of a marker with a wrong value: ${title}`, () => {
    const files = { [FILE]: kindWith(fields) };
    assert.deepEqual(diagnosticsOf(files), []);
    assertAlone(files, FILE);
  });
}

test('does not report an invalid group as different from the group of another version', () => {
  const one = kindWith('  a?: string;');
  const files = {
    [FILE]: one.replace('// +genclient', '// +genclient\n// +kubebuilder:storageversion'),
    'example/v2/types.ts': one,
  };
  assert.deepEqual(diagnosticsOf(files), []);
  for (const [file, text] of Object.entries(files)) {
    const open = text.replace('groupName=', 'groupName="');
    const found = diagnosticsOf({ ...files, [file]: open });
    assert.ok(found.length === 1 && found[0]?.startsWith(`${file}:1: `), found.join('\n'));
  }
});

test('reports other problems together with a wrong value of a marker', () => {
  const fields = `  // +listType=mapp
  // +listMapKey=name
  // +kubebuilder:validation:MaxLength=3
  // +kubebuilder:validation:items:XValidation:rule="self.nothing"
  a?: { name: string }[];`;
  const found = diagnosticsOf({ [FILE]: kindWith(fields) });
  assert.equal(found.length, 3, found.join('\n'));
});
