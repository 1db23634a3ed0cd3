import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryDisk } from './disk/memory-disk.js';
import { createProject, UpdateStoppedError, type Project } from './project.js';
import { parseGroups } from './settings/parse-groups.js';
import { DEFAULT_SETTINGS, kindWith } from './testing/compile-text.js';

const TYPES = '/apis/example/v1/types.ts';
const CRD = 'crds/example.com_things.yaml';

const projectWith = (
  files: Readonly<Record<string, string>>,
  paths: readonly string[] = [],
): Project =>
  createProject({
    disk: createMemoryDisk(files),
    apis: '/apis',
    groups: parseGroups(['example:v1']),
    paths,
    settings: DEFAULT_SETTINGS,
  });

const messagesOf = (project: Project): string[] =>
  project.diagnostics.map(
    ({ position, message }) => `${position?.file}:${position?.line}: ${message}`,
  );

test('compiles the files of the disk', () => {
  const project = projectWith({ [TYPES]: kindWith('  size: Int32;') });
  assert.deepEqual(messagesOf(project), []);
  assert.ok(project.outputs.includes(CRD));
  assert.match(project.output(CRD) ?? '', /size:\n/);
  assert.equal(project.output('other.yaml'), undefined);
});

test('compiles the program again after a change of a file, and keeps what it returned', () => {
  const project = projectWith({ [TYPES]: kindWith('  size: Int32;') });
  const { diagnostics, outputs } = project;
  const before = project.output(CRD);
  const after = project.update(TYPES, kindWith('  size: Int33;'));
  assert.equal(after, project.diagnostics);
  assert.deepEqual(messagesOf(project), ['example/v1/types.ts:11: unknown type Int33']);
  assert.deepEqual(project.outputs, []);
  assert.equal(project.output(CRD), undefined);
  assert.deepEqual(diagnostics, []);
  assert.ok(outputs.includes(CRD));
  project.update(TYPES, kindWith('  size: Int32;'));
  assert.equal(project.output(CRD), before);
});

test('reads a file that an update creates, and forgets one that it removes', () => {
  const size = '/apis/shared/size.ts';
  const spec = kindWith('  size: Size;').replace(
    'import',
    "import type { Size } from '../../shared/size.js';\nimport",
  );
  const project = projectWith({ [TYPES]: spec });
  const missing =
    'example/v1/types.ts:12: Size is imported from ../../shared/size.js, which does not exist';
  assert.deepEqual(messagesOf(project), [missing]);
  project.update(size, 'export type Size = 1 | 2;\n');
  assert.deepEqual(messagesOf(project), []);
  project.update(size, undefined);
  assert.deepEqual(messagesOf(project), [missing]);
});

test('reads the markers of code, and changes of it', () => {
  const code = '/src/main.ts';
  const rbac = '// +kubebuilder:rbac:groups=example.com,resources=things,verbs=get\n';
  const project = projectWith({ [TYPES]: kindWith('  size: Int32;'), [code]: rbac }, ['/src']);
  assert.match(project.output('rbac/role.yaml') ?? '', /get/);
  project.update(code, rbac.replace('get', 'list'));
  assert.match(project.output('rbac/role.yaml') ?? '', /list/);
  project.update(code, '');
  assert.equal(project.output('rbac/role.yaml'), undefined);
});

test('changes several files at once', () => {
  const more = '/apis/example/v1/more.ts';
  const project = projectWith({ [TYPES]: kindWith('  size: Int32;') });
  const text = "import type { Size } from './more.js';\n" + kindWith('  size: Size;');
  project.updateAll([
    [TYPES, text],
    [more, 'export type Size = 1 | 2;\n'],
  ]);
  assert.deepEqual(messagesOf(project), []);
});

test('reports a file that is not text', () => {
  const project = projectWith({ [TYPES]: kindWith('  size: Int32;') });
  project.update(TYPES, '\0');
  assert.match(messagesOf(project).join('\n'), /the file cannot be read/);
  project.update(TYPES, kindWith('  size: Int32;'));
  assert.deepEqual(messagesOf(project), []);
});

const GEO = {
  '/node_modules/geo/package.json': JSON.stringify({ name: 'geo', types: './index.d.ts' }),
};
const GEO_TYPES = '/node_modules/geo/index.d.ts';
/** Deeper than the parser follows. */
const DEEP = `export type Deep = ${'{ a: '.repeat(500)}string${' }'.repeat(500)};\n`;
const WITH_PLACE = "import type { Place } from 'geo';\n" + kindWith('  place: Place;');

test('reports a file that is not text only as long as the program reads it', () => {
  const other = '/apis/shared/other.ts';
  const imported = "import type { Place } from '../../shared/other.js';\n";
  for (const [path, types] of [
    [other, imported + kindWith('  place: Place;')],
    [GEO_TYPES, WITH_PLACE],
  ] as const) {
    const project = projectWith({ ...GEO, [TYPES]: types, [path]: '\0' });
    assert.match(messagesOf(project).join('\n'), /the file cannot be read/);
    project.update(TYPES, kindWith('  size: Int32;'));
    assert.deepEqual(messagesOf(project), []);
  }
});

test('sees that a file of a package has become text, although it is empty', () => {
  const project = projectWith({ ...GEO, [TYPES]: WITH_PLACE, [GEO_TYPES]: '\0' });
  project.update(GEO_TYPES, '');
  assert.deepEqual(messagesOf(project), ['example/v1/types.ts:12: geo has no type Place']);
});

test('checks all types again after a file of a package exceeded a limit', () => {
  const project = projectWith({
    ...GEO,
    [TYPES]: WITH_PLACE,
    [GEO_TYPES]: 'export interface Place { x: string }\n',
  });
  const deep = DEEP.replace('Deep', 'Place');
  for (const changes of [[[GEO_TYPES, deep]], []] as const) {
    project.updateAll(changes);
    assert.match(messagesOf(project).join('\n'), /^[^\n]*geo[^\n]* nested more than 128 levels/);
  }
  project.update(TYPES, kindWith('  size: Int32;'));
  assert.deepEqual(messagesOf(project), []);
});

test('reads the rest of a file that exceeds a limit again', () => {
  const more = '/apis/example/v1/more.ts';
  const types = "import type { Size } from './more.js';\n" + kindWith('  size: Size;');
  const project = projectWith({ [TYPES]: types, [more]: `${DEEP}export type Size = Missing;\n` });
  assert.match(messagesOf(project).join('\n'), /128 levels .*\n.*unknown type Missing$/);
  project.update(more, `${DEEP}export type Size = 1 | 2;\n`);
  assert.match(messagesOf(project).join('\n'), /^.* 128 levels .*$/);
});

test('ignores a file of a package that exceeds a limit if it is no longer imported', () => {
  const inner = '/node_modules/geo/inner.d.ts';
  const project = projectWith({
    ...GEO,
    [TYPES]: WITH_PLACE,
    [GEO_TYPES]:
      "import type { Inner } from './inner.js';\nexport interface Place { inner: Inner }\n",
    [inner]: 'export interface Inner { x: string }\n',
  });
  assert.deepEqual(messagesOf(project), []);
  project.update(TYPES, kindWith('  size: Int32;'));
  project.update(inner, DEEP.replace('Deep', 'Inner'));
  assert.deepEqual(messagesOf(project), []);
});

test('reads a file of code again whose types are imported', () => {
  const code = '/src/place.ts';
  const config = { compilerOptions: { paths: { '@src/*': ['./src/*'] } } };
  const types = "import type { Place } from '@src/place';\n" + kindWith('  place: Place;');
  const project = projectWith(
    {
      '/tsconfig.json': JSON.stringify(config),
      [TYPES]: types,
      [code]: 'export interface Place { first: string }\n',
    },
    ['/src'],
  );
  assert.match(project.output(CRD) ?? '', /first:/);
  project.update(code, 'export interface Place { second: string }\n');
  assert.match(project.output(CRD) ?? '', /second:/);
  project.update(code, 'export interface Area { third: string }\n');
  assert.deepEqual(messagesOf(project), ['example/v1/types.ts:12: unknown type Place']);
  project.update(code, 'export interface Place { third: string }\n');
  assert.match(project.output(CRD) ?? '', /third:/);
});

test('keeps the error of a type when the first kind with the type is removed', () => {
  const kind = (name: string, spec: string): string => `
// +genclient
export interface ${name} extends TypeMeta {
  metadata: ObjectMeta;
  spec: ${spec};
}
`;
  const imports = "import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';\n";
  const first = '/apis/example/v1/first.ts';
  const project = projectWith({
    '/apis/example/v1/doc.ts': '// +groupName=example.com\n',
    [first]: `${imports}import type { Inner, Outer } from './more.js';${kind('First', '{ inner: Inner; outer: Outer }')}`,
    '/apis/example/v1/more.ts': `${imports}export interface Inner { mixed: [string, Int32] }
export interface Outer { inner: Inner }${kind('Second', '{ outer: Outer }')}`,
  });
  const mixed = ['example/v1/more.ts:2: the tuple mixes string and Int32'];
  assert.deepEqual(messagesOf(project), mixed);
  project.update(first, undefined);
  assert.deepEqual(messagesOf(project), mixed);
});

/** A project on a disk with symbolic links. */
const linkedProject = (
  files: Readonly<Record<string, string>>,
  apis: string,
  followed: (path: string) => string,
): Project => {
  const disk = createMemoryDisk(files);
  return createProject({
    disk: {
      readBytes: (path) => disk.readBytes(followed(path)),
      list: (path) => disk.list(followed(path)),
      realPath: (path) => disk.realPath(followed(path)),
    },
    apis,
    groups: parseGroups(['example:v1']),
    settings: DEFAULT_SETTINGS,
  });
};

test('has the same text of a file at each of its paths', () => {
  const project = linkedProject(
    {
      '/real/apis/example/v1/types.ts': WITH_PLACE,
      '/real/geo/package.json': JSON.stringify({ name: 'geo', types: './index.d.ts' }),
      '/real/node_modules/kept': '',
    },
    '/link/apis',
    (path) => path.replace(/^\/link(?=\/|$)/, '/real').replace('/node_modules/geo', '/geo'),
  );
  assert.match(messagesOf(project).join('\n'), /geo, which is not installed/);
  project.update('/real/geo/index.d.ts', 'export interface Place { first: string }\n');
  assert.match(project.output(CRD) ?? '', /first:/);
  project.update(
    '/link/node_modules/geo/index.d.ts',
    'export interface Place { second: string }\n',
  );
  assert.match(project.output(CRD) ?? '', /second:/);
  project.update('/real/apis/example/v1/types.ts', kindWith('  third: string;'));
  assert.match(project.output(CRD) ?? '', /third:/);
});

test('finds packages from the folder to which a link of the APIs leads', () => {
  const project = linkedProject(
    {
      '/real/apis/example/v1/types.ts': WITH_PLACE,
      '/real/node_modules/geo/package.json': GEO['/node_modules/geo/package.json'],
      '/real/node_modules/geo/index.d.ts': 'export interface Place { x: string }\n',
    },
    '/work/links/apis',
    (path) => path.replace(/^\/work\/links\/apis(?=\/|$)/, '/real/apis'),
  );
  assert.deepEqual(messagesOf(project), []);
});

test('does not search code in a symbolic link after an edit in it', () => {
  const disk = createMemoryDisk({ [TYPES]: kindWith('  size: Int32;'), '/src/linked/main.ts': '' });
  const project = createProject({
    disk: {
      readBytes: (path) => disk.readBytes(path),
      list: (path) =>
        disk
          .list(path)
          ?.map((each) => (each.name === 'linked' ? { ...each, kind: 'other' } : each)),
      realPath: (path) => disk.realPath(path),
    },
    apis: '/apis',
    groups: parseGroups(['example:v1']),
    paths: ['/src'],
    settings: DEFAULT_SETTINGS,
  });
  project.update(
    '/src/linked/more.ts',
    '// +kubebuilder:rbac:groups=a.example,resources=b,verbs=get\n',
  );
  assert.equal(project.output('rbac/role.yaml'), undefined);
  assert.deepEqual(project.sources.code, []);
});

test('has the results before a stopped update, and those of its texts after the next one', () => {
  const project = projectWith({ [TYPES]: kindWith('  size: Int32;') });
  const before = project.diagnostics;
  assert.throws(
    () => project.update(TYPES, kindWith('  size: Int33;'), { shouldStop: () => true }),
    UpdateStoppedError,
  );
  assert.equal(project.diagnostics, before);
  assert.ok(project.output(CRD));
  project.update('/apis/example/v1/more.ts', 'export type Other = string;\n');
  assert.deepEqual(messagesOf(project), ['example/v1/types.ts:11: unknown type Int33']);
});
