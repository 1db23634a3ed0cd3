import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkConfig } from '../config/check-config.js';
import type { CompileSettings } from '../compile.js';
import { createMemoryDisk } from '../disk/memory-disk.js';
import { createProject, UpdateStoppedError, type Project } from '../project.js';
import { GENERATORS } from '../settings/generated-file.js';
import { parseGroups } from '../settings/parse-groups.js';
import { DEFAULT_SETTINGS } from './compile-text.js';
import { randomEdits, type FileEdit, type ProgramFiles } from './random-edits.js';
import { Random } from './random.js';

/** A program before it is edited. */
interface StartProgram {
  readonly files: ProgramFiles;
  readonly groups: readonly string[];
  readonly settings: CompileSettings;
}

const TESTDATA = fileURLToPath(new URL('../../testdata/', import.meta.url));

/** Cycles, generics, aliases, re-exports, a package and a type in code, in a few small files. */
const TANGLE: ProgramFiles = {
  '/apis/example/v1/doc.ts': '// +groupName=example.com\n',
  '/apis/example/v1/types.ts': `import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';
import type { Area, Place } from '@org/geo';
import type { Extent } from '@src/extent';
import type { Box, Node, Pair } from './more.js';
import { SIZES, type Shared } from '../../shared/other.js';

/** Thing is a thing. */
// +genclient
// +kubebuilder:subresource:status
export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  spec: ThingSpec;
  status?: { phase: 'On' | 'Off' };
}
export interface ThingSpec extends Shared {
  size: (typeof SIZES)[number];
  place: Place;
  area?: Area;
  boxed: Box<Pair>;
  replicas: Int32;
}
// +genclient
export interface Other extends TypeMeta {
  metadata: ObjectMeta;
  spec: { first: Pair; more?: Partial<ThingSpec>; labels?: Record<string, string>; extent?: Extent };
}
export interface Spare { a: Int32; b?: Pick<ThingSpec, 'replicas' | 'size'> }
`,
  '/apis/example/v1/more.ts': `import type { Shared } from '../../shared/other.js';
export interface Box<T> { value: T; items?: Inner<T>[] }
interface Inner<T> { of: T; shared?: Shared }
export type Pair = { left: string; right: Shared['name'] };
export type Node = Leaf | Leaf[];
type Leaf = { next?: string };
`,
  '/apis/shared/other.ts': `export const SIZES = ['s', 'm'] as const;
/** Shared is of all. */
export interface Shared {
  // +kubebuilder:validation:MaxLength=9
  name: string;
  kind?: Kind;
}
export enum Kind { A = 'a', B = 'b' }
`,
  '/node_modules/@org/geo/package.json': JSON.stringify({
    name: '@org/geo',
    version: '1.0.0',
    types: './index.d.ts',
  }),
  '/node_modules/@org/geo/index.d.ts': `import type { Int32 } from '@vmgen/runtime';
export * from './area.js';
export { Point as Place } from './area.js';
`,
  '/node_modules/@org/geo/area.d.ts': `import type { Int32 } from '@vmgen/runtime';
export interface Point {
    x: Int32;
    y: Int32;
}
export interface Area {
    corners: Point[];
    inner?: Named;
}
export interface Named {
    name: string;
}
`,
  '/tsconfig.json': JSON.stringify({ compilerOptions: { paths: { '@src/*': ['./src/*'] } } }),
  '/src/extent.ts': 'export interface Extent { width: string }\n',
  '/src/main.ts':
    '// +kubebuilder:rbac:groups=example.com,resources=things,verbs=get;list\nexport const A = 1;\n',
};

/** The programs that edits start from: {@link TANGLE}, and the examples in testdata. */
export function startPrograms(): Readonly<Record<string, StartProgram>> {
  const settings = { ...DEFAULT_SETTINGS, generators: GENERATORS, header: '' };
  const folder = join(TESTDATA, 'operator');
  const config = checkConfig(JSON.parse(readFileSync(join(folder, 'vmgen.config.json'), 'utf8')));
  const operator = {
    ...settings,
    generators: config.generators ?? [],
    operator: config.operator,
  };
  return {
    tangle: { files: TANGLE, groups: ['example:v1'], settings },
    shop: {
      files: filesIn('apis', ['fleet', 'shop', 'sites']),
      groups: ['shop:v1,v1beta1', 'sites:v1,v1alpha1'],
      settings,
    },
    shapes: {
      files: filesIn('apis', ['edge-cases', 'fleet', 'shapes']),
      groups: ['shapes:v1', 'fleet:v1', 'edge-cases:v1'],
      settings,
    },
    operator: {
      files: filesIn('operator/apis', ['app']),
      groups: ['app:v1,v1beta1'],
      settings: operator,
    },
  };
}

function filesIn(folder: string, groups: readonly string[]): ProgramFiles {
  const files: Record<string, string> = {};
  for (const group of groups) {
    const root = join(TESTDATA, folder, group);
    for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!path.endsWith('.ts')) continue;
      files[`/apis/${group}/${path}`] = readFileSync(join(root, path), 'utf8');
    }
  }
  return files;
}

/** Which edits are tried. */
interface RandomEdits {
  readonly seed: number;
  readonly count: number;
}

/**
 * Edits a program, and compares the project after each edit with a new one: diagnostics, paths of outputs and
 * their texts. What the project returned before must not change. Some updates are stopped, some have several edits.
 */
export function checkRandomEdits(start: StartProgram, { seed, count }: RandomEdits): void {
  const random = new Random(seed);
  const original = start.files;
  let files = original;
  const open = (): Project => projectOf(start, files, original);
  const project = open();
  let soundCount = 0;
  for (let step = 0; step < count; step++) {
    const before = { diagnostics: project.diagnostics, copy: structuredClone(project.diagnostics) };
    const edits = randomEdits(files, original, random);
    files = edits.reduce(edited, files);
    if (random.chance(15)) stopUpdate(project, edits, random.int(30));
    else project.updateAll(edits);
    if (project.diagnostics === before.diagnostics) project.updateAll([]);
    const name = `seed ${seed}, step ${step}, ${edits.map(([path]) => path).join(' and ')}`;
    const expected = open();
    assert.deepEqual(project.diagnostics, expected.diagnostics, name);
    assert.deepEqual(project.outputs, expected.outputs, name);
    for (const path of expected.outputs) {
      assert.equal(project.output(path), expected.output(path), `${name}: ${path}`);
    }
    assert.deepEqual(before.diagnostics, before.copy, name);
    if (expected.outputs.length > 0) soundCount++;
  }
  // Otherwise the outputs would not be compared.
  assert.ok(soundCount > count / 20, `only ${soundCount} of ${count} programs have no errors`);
}

/** The update may end before it is stopped. */
function stopUpdate(project: Project, edits: readonly FileEdit[], left: number): void {
  let asked = 0;
  try {
    project.updateAll(edits, { shouldStop: () => asked++ >= left });
  } catch (error) {
    if (!(error instanceof UpdateStoppedError)) throw error;
  }
}

/** Folders remain when their files are removed: all have another file. */
const projectOf = (
  { groups, settings }: StartProgram,
  files: ProgramFiles,
  original: ProgramFiles,
): Project =>
  createProject({
    disk: createMemoryDisk({
      ...Object.fromEntries(Object.keys(original).map((path) => [`${dirname(path)}/kept`, ''])),
      ...files,
    }),
    apis: '/apis',
    groups: parseGroups([...groups]),
    paths: Object.hasOwn(original, '/src/main.ts') ? ['/src'] : [],
    settings,
  });

function edited(files: ProgramFiles, [path, text]: FileEdit): ProgramFiles {
  const { [path]: _, ...others } = files;
  return text === undefined ? others : { ...files, [path]: text };
}
