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
  assert.match(messagesOf(project).join('\n'), /the file is not UTF-8 text/);
  project.update(TYPES, kindWith('  size: Int32;'));
  assert.deepEqual(messagesOf(project), []);
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
