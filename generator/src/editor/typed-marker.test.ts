import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryDisk } from '../disk/memory-disk.js';
import { parseGroups } from '../settings/parse-groups.js';
import { DEFAULT_SETTINGS, kindWith } from '../testing/compile-text.js';
import { createEditorService } from './editor-service.js';

const TYPES = '/apis/example/v1/types.ts';
const OTHER = '/apis/example/v1/other.ts';

const textWith = (comment: string, rest = ''): string =>
  kindWith(`  // ${comment}\n  size: Int32;${rest}`);

/** The diagnostics of a file after each of some texts. */
function codesAfter(...texts: readonly string[]): string[][] {
  const files = { [TYPES]: kindWith('  size: Int32;'), [OTHER]: 'export type A = string;\n' };
  const editor = createEditorService({
    disk: createMemoryDisk(files),
    apis: '/apis',
    groups: parseGroups(['example:v1']),
    settings: DEFAULT_SETTINGS,
  });
  editor.diagnostics(TYPES);
  return texts.map((text) => {
    const isOther = !text.includes('Thing');
    editor.update(isOther ? OTHER : TYPES, text);
    const shown = editor.diagnostics(TYPES).map(({ code }) => code);
    const length = textWith('').length;
    if (shown.length === 0) assert.deepEqual(editor.fixes(TYPES, 0, length), []);
    return shown;
  });
}

test('the name of a marker is no error while it is typed', () => {
  const name = '+kubebuilder:validation:Maximum';
  const texts = Array.from({ length: name.length }, (_, end) => textWith(name.slice(0, end)));
  for (const codes of codesAfter(...texts)) assert.deepEqual(codes, []);
  // Its value is missing.
  assert.deepEqual(codesAfter(textWith(name)), [['VMGEN3101']]);
});

test('the beginning of a name is an error after a change of another line or file', () => {
  const typed = textWith('+k8s:mini');
  const entered = typed.replace('+k8s:mini', '+k8s:mini\n');
  assert.deepEqual(codesAfter(typed, entered), [[], ['VMGEN3001']]);
  const more = textWith('+k8s:mini', '\n  more: string;');
  assert.deepEqual(codesAfter(typed, more, typed), [[], ['VMGEN3001'], ['VMGEN3001']]);
  assert.deepEqual(codesAfter(typed, 'export type A = number;\n'), [[], ['VMGEN3001']]);
});

test('a name that no marker begins with is an error at once', () => {
  assert.deepEqual(codesAfter(textWith('+k8s:minix')), [['VMGEN3001']]);
});
