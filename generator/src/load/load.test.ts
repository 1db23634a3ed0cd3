import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { compile } from '../compile.js';
import { ObservedDisk } from '../disk/observed-disk.js';
import { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { DEFAULT_SETTINGS, fileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';
import { folderWith } from '../testing/folder-with.js';
import { load } from './load.js';
import { parseGroups } from '../settings/parse-groups.js';

/** Loads the only API of a folder. */
const loadIn = (root: string, diagnostics = new DiagnosticList()) =>
  load(join(root, 'apis'), parseGroups(['example:v1']), diagnostics, new ObservedDisk());

const GEO = {
  'node_modules/@org/geo/package.json': JSON.stringify({
    name: '@org/geo',
    version: '1.0.0',
    type: 'module',
    exports: { '.': { types: './types/index.d.ts', default: './index.js' } },
  }),
  'node_modules/@org/geo/types/index.d.ts': `// +1 for all readers of this
export { Point as Place } from './point.js';
export * from './area.js';`,
  'node_modules/@org/geo/types/point.d.ts': `import type { Int32 } from '@vmgen/runtime';
/** Point is a place. */
export interface Point {
    /** East of it. */
    x: Int32;
    y: Int32;
}`,
  'node_modules/@org/geo/types/area.d.ts': `import { Point } from './point.js';
interface Area<T = Point> {
    corners: T[];
}
export { Area };
export declare function measure(area: Area): number;`,
};

test('loads types of installed packages through their exports and files', (t) => {
  const source = `import type { Area, Place } from '@org/geo';\n`;
  const files = {
    ...GEO,
    'apis/example/v1/types.ts': source + kindWith('  place: Place;\n  area?: Area;'),
  };
  const root = folderWith(t, files);
  const diagnostics = new DiagnosticList();
  const sources = loadIn(root, diagnostics);
  assert.deepEqual(
    sources.files.map(({ path }) => path),
    ['example/v1/types.ts'],
  );
  const compiled = compile(sources, DEFAULT_SETTINGS);
  assert.deepEqual(diagnosticTexts(compiled), []);
  const crd = fileText(compiled, 'crds/example.com_things.yaml');
  assert.match(crd, /place:\n +description: Point is a place\.\n +type: object/);
  assert.match(crd, /corners:\n +type: array\n +items:\n +description: Point is a place\./);
  // What vmgen cannot import by name is copied whole.
  const deepcopy = fileText(compiled, 'example/v1/deepcopy.ts');
  assert.match(deepcopy, /copy\.place = deepCopyJson<Spec\['place'\]>\(source\.place\);/);
});

test('reports problems of a package in its file', (t) => {
  const files = {
    'node_modules/odd/package.json': JSON.stringify({ name: 'odd', types: './odd.d.ts' }),
    'node_modules/odd/odd.d.ts': 'export interface Odd { run(): void; many: Map<string, string> }',
    'apis/example/v1/types.ts': `import type { Odd } from 'odd';\n${kindWith('  odd: Odd;')}`,
  };
  const root = folderWith(t, files);
  const sources = loadIn(root);
  const places = compile(sources, DEFAULT_SETTINGS).diagnostics.map(
    ({ position, message }) =>
      `${position?.file}:${position?.line}:${position?.column}: ${message}`,
  );
  assert.deepEqual(places, [
    '../node_modules/odd/odd.d.ts:1:24: an API cannot contain the method run',
    '../node_modules/odd/odd.d.ts:1:43: a Map has no JSON form',
  ]);
});

test('does not read files outside of the API folder', (t) => {
  const files = {
    'other.ts': 'export interface Other { a: string }',
    'apis/example/v1/types.ts': `import type { Other } from '../../../other.js';\n${kindWith('  other: Other;')}`,
  };
  const root = folderWith(t, files);
  const sources = loadIn(root);
  const compiled = compile(sources, DEFAULT_SETTINGS);
  assert.equal(compiled.diagnostics[0]?.code, 'VMGEN1103');
  assert.deepEqual(diagnosticTexts(compiled), [
    'example/v1/types.ts:12:10: error: Other is imported from ../../../other.js, which is outside of the folder of the APIs\n  move the file into that folder, or import it from an installed package',
  ]);
});
