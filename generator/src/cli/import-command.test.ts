import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine, VMGEN } from '../testing/cli.js';
import { widgetCrd, yamlOf } from '@vmgen/fixtures/generator/widget-crd';
import { folderWith } from '../testing/folder-with.js';

const { vmgen, vmgenHere } = commandLine();

const gadgets = widgetCrd(
  { group: 'gadgets.example.com', names: { plural: 'gadgets', kind: 'Gadget' } },
  { name: 'gadgets.gadgets.example.com' },
);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .sort();

test('CRDs become API packages, of which vmgen makes the CRDs again', (context) => {
  const cwd = folderWith(context, { 'crds/a.yaml': yamlOf(widgetCrd(), gadgets) });
  const { status, stdout, stderr } = vmgen(cwd, 'import', 'crds');
  assert.deepEqual([status, stderr], [0, '']);
  assert.equal(
    stdout,
    '2 kinds in 2 versions; 4 files written, 0 unchanged; 0 schema markers needed\n' +
      'next: npx vmgen generate --groups "example:v1 gadgets:v1" --apis apis --out generated\n',
  );
  assert.deepEqual(filesIn(join(cwd, 'apis')), [
    'example/v1/doc.ts',
    'example/v1/types.ts',
    'gadgets/v1/doc.ts',
    'gadgets/v1/types.ts',
  ]);
  assert.deepEqual(readdirSync(join(cwd, 'apis')), ['example', 'gadgets']);
  const made = vmgen(cwd, '--groups', 'example:v1', '--out', 'generated', '--generators', 'crd');
  assert.equal(made.status, 0, made.stderr);
  assert.match(vmgen(cwd, 'import', 'crds').stdout, /; 0 files written, 4 unchanged;/);
});

/** A project with a config, and a script that generates if there is one. */
const PROJECT = {
  'vmgen.config.json': '{ "groups": ["web:v1", "example:v1alpha1"], "out": "generated" }',
  'package.json': '{ "scripts": { "generate": "vmgen generate --quiet" } }',
  'a.yaml': yamlOf(widgetCrd(), gadgets),
};

const groupsIn = (cwd: string): unknown =>
  JSON.parse(readFileSync(join(cwd, 'vmgen.config.json'), 'utf8'));

test('adds the imported versions to the config of a project, once', async (context) => {
  const cwd = folderWith(context, PROJECT);
  const dry = await vmgenHere(cwd, 'import', 'a.yaml', '--dry-run');
  assert.match(dry.stdout, /\nwould add example:v1 gadgets:v1 to groups of vmgen\.config\.json\n$/);
  assert.equal(readFileSync(join(cwd, 'vmgen.config.json'), 'utf8'), PROJECT['vmgen.config.json']);

  const { status, stdout } = await vmgenHere(cwd, 'import', 'a.yaml');
  assert.equal(status, 0);
  assert.deepEqual(stdout.split('\n').slice(1), [
    'added example:v1 gadgets:v1 to groups of vmgen.config.json',
    'next: npm run generate',
    '',
  ]);
  const groups = ['web:v1', 'example:v1alpha1,v1', 'gadgets:v1'];
  assert.deepEqual(groupsIn(cwd), { groups, out: 'generated' });
  const again = await vmgenHere(cwd, 'import', 'a.yaml');
  assert.deepEqual(again.stdout.split('\n').slice(1), ['next: npm run generate', '']);
  assert.deepEqual(groupsIn(cwd), { groups, out: 'generated' });
});

test('adds the versions to the config also with --quiet, without output', async (context) => {
  const cwd = folderWith(context, PROJECT);
  const quiet = await vmgenHere(cwd, 'import', 'a.yaml', '--quiet');
  assert.deepEqual([quiet.status, quiet.stdout], [0, '']);
  assert.match(readFileSync(join(cwd, 'vmgen.config.json'), 'utf8'), /gadgets:v1/);
});

test('says that the deployment would install the CRDs of an imported group', async (context) => {
  const config = { groups: ['web:v1'], out: 'generated', operator: { name: 'a' } };
  const lineOf = async (operator: object): Promise<string | undefined> => {
    const text = JSON.stringify({ ...config, operator: { ...config.operator, ...operator } });
    const cwd = folderWith(context, { 'vmgen.config.json': text, 'a.yaml': yamlOf(widgetCrd()) });
    const { stdout } = await vmgenHere(cwd, 'import', 'a.yaml');
    return stdout.split('\n').find((line) => line.includes('externalGroups'));
  };
  assert.equal(
    await lineOf({}),
    'the deployment installs the CRDs of "example.com": if another project does, add "example.com" to operator.externalGroups of vmgen.config.json',
  );
  assert.equal(await lineOf({ externalGroups: ['example.com'] }), undefined);
});

test('imports into the folder that the config reads, and adds nothing for another one', async (context) => {
  const config = '{ "groups": "web:v1", "out": "generated", "apis": "types" }';
  const cwd = folderWith(context, { 'vmgen.config.json': config, 'a.yaml': yamlOf(gadgets) });
  const other = await vmgenHere(cwd, 'import', 'a.yaml', '--out', 'apis');
  assert.match(other.stdout, /\nvmgen\.config\.json does not read apis: its kinds are in types\n$/);
  assert.equal(readFileSync(join(cwd, 'vmgen.config.json'), 'utf8'), config);
  const { stdout } = await vmgenHere(cwd, 'import', 'a.yaml');
  assert.match(stdout, /\nnext: npx vmgen generate\n$/);
  assert.ok(existsSync(join(cwd, 'types/gadgets/v1/types.ts')));
  assert.match(JSON.stringify(groupsIn(cwd)), /"groups":\["web:v1","gadgets:v1"\]/);
});

test('prints the groups that a config of code needs', async (context) => {
  const config = "export default { groups: ['web:v1'], out: 'generated' };\n";
  const cwd = folderWith(context, { 'vmgen.config.mjs': config, 'a.yaml': yamlOf(gadgets) });
  const { stdout } = vmgen(cwd, 'import', 'a.yaml');
  assert.deepEqual(stdout.split('\n').slice(1), [
    'set groups in vmgen.config.mjs to ["web:v1","gadgets:v1"]',
    'next: npx vmgen generate',
    '',
  ]);
  assert.equal(readFileSync(join(cwd, 'vmgen.config.mjs'), 'utf8'), config);
});

test('writes nothing in a project with an invalid config', async (context) => {
  const cwd = folderWith(context, { ...PROJECT, 'vmgen.config.json': '{ "group": "web:v1" }' });
  const { status, stderr } = await vmgenHere(cwd, 'import', 'a.yaml');
  assert.notEqual(status, 0);
  assert.match(stderr, /unknown key "group"/);
  assert.equal(existsSync(join(cwd, 'apis')), false);
});

const FISH = { group: 'fish.example.com', version: 'v1', kind: 'Fish' };
const listsFish = {
  'x-kubernetes-action': 'list',
  'x-kubernetes-group-version-kind': FISH,
  responses: {},
};
const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const POD_TEMPLATE = 'io.k8s.api.core.v1.PodTemplateSpec';

/** The document of a kind with a built-in type. */
const FISH_DOCUMENT = {
  openapi: '3.0.0',
  paths: {
    '/apis/fish.example.com/v1/': { get: {} },
    '/apis/fish.example.com/v1/namespaces/{namespace}/fish': { get: listsFish },
  },
  components: {
    schemas: {
      'com.example.Fish': {
        type: 'object',
        properties: {
          apiVersion: { type: 'string' },
          kind: { type: 'string' },
          metadata: schemaRef(OBJECT_META),
          spec: schemaRef(POD_TEMPLATE),
        },
        'x-kubernetes-group-version-kind': [FISH],
      },
      [POD_TEMPLATE]: { type: 'object', properties: { metadata: schemaRef(OBJECT_META) } },
      [OBJECT_META]: { type: 'object', properties: { name: { type: 'string' } } },
    },
  },
};

for (const [part, install] of [
  ['dependencies', ''],
  ['devDependencies', ''],
  ['peerDependencies', 'npm install @vmgen/kubernetes && '],
] as const) {
  test(`the next step for built-in types of a package in ${part} is "${install}..."`, async (context) => {
    const manifest = JSON.stringify({ [part]: { '@vmgen/kubernetes': '1.0.0' } });
    const document = { 'fish.json': JSON.stringify(FISH_DOCUMENT), 'package.json': manifest };
    const cwd = folderWith(context, { ...PROJECT, ...document });
    const { stdout, stderr } = await vmgenHere(cwd, 'import', 'fish.json');
    assert.ok(stdout.endsWith(`\nnext: ${install}npx vmgen generate\n`), stdout + stderr);
  });
}

test('reads standard input together with other sources', (context) => {
  const cwd = folderWith(context, { 'a.yaml': yamlOf(widgetCrd()) });
  const { status, stdout } = spawnSync(process.execPath, [VMGEN, 'import', 'a.yaml', '-'], {
    cwd,
    encoding: 'utf8',
    input: yamlOf(gadgets, { apiVersion: 'v1', kind: 'Secret' }),
  });
  assert.equal(status, 0);
  assert.match(stdout, /^2 kinds .*; 1 other object skipped\n/);
});

test('--crd and --group select CRDs; others may be invalid', async (context) => {
  const broken = widgetCrd({ scope: 'Global' });
  const cwd = folderWith(context, { 'a.yaml': yamlOf(broken, gadgets) });
  assert.equal((await vmgenHere(cwd, 'import', 'a.yaml', '--dry-run')).status, 1);
  const chosen = await vmgenHere(
    cwd,
    'import',
    'a.yaml',
    '--dry-run',
    '--group',
    'gadgets.example.com',
  );
  assert.deepEqual(chosen.stdout.split('\n').slice(0, 2), [
    'apis/gadgets/v1/doc.ts',
    'apis/gadgets/v1/types.ts',
  ]);
  assert.equal(existsSync(join(cwd, 'apis')), false);
  const none = await vmgenHere(cwd, 'import', 'a.yaml', '--crd', 'a.b.c', '--group', 'd.e');
  assert.deepEqual(
    [none.status, none.stderr],
    [
      1,
      '--crd: CRD "a.b.c" not found\n--group: nothing found for the group "d.e"\n\n2 problems, nothing was written\n',
    ],
  );
});

test('keeps all files if the user has changed one, unless --force is given', async (context) => {
  const cwd = folderWith(context, { 'a.yaml': yamlOf(widgetCrd(), gadgets) });
  const types = join(cwd, 'mine/example/v1/types.ts');
  mkdirSync(join(types, '..'), { recursive: true });
  writeFileSync(types, '// mine\n');
  const args = ['import', 'a.yaml', '--out', 'mine'];
  const { status, stdout, stderr } = await vmgenHere(cwd, ...args);
  assert.deepEqual([status, stdout], [1, '']);
  assert.equal(
    stderr,
    'mine/example/v1/types.ts already exists with other content; --force overwrites it\n\n1 problem, nothing was written\n',
  );
  assert.deepEqual(filesIn(join(cwd, 'mine')), ['example/v1/types.ts']);
  assert.equal((await vmgenHere(cwd, ...args, '--force')).status, 0);
  assert.match(readFileSync(types, 'utf8'), /export interface Widget /);
});

test('--skip-invalid imports the valid CRDs and reports the others', async (context) => {
  const cwd = folderWith(context, {
    'crds/a.yaml': yamlOf(gadgets, widgetCrd({ scope: 'Global' })),
    'crds/b.yaml': 'a: [',
    'crds/c.yaml': yamlOf(
      widgetCrd({ names: { plural: 'xs', kind: 'X-y' } }, { name: 'xs.example.com' }),
    ),
    'bad.yaml': 'a: [',
  });
  assert.equal((await vmgenHere(cwd, 'import', 'crds')).status, 1);
  const { status, stdout, stderr } = await vmgenHere(cwd, 'import', 'crds', '--skip-invalid');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^1 kind in 1 version; 2 files written/);
  assert.match(stderr, /^crds\/a\.yaml document 2: widgets\.example\.com: spec\.scope: /);
  assert.match(stderr, /^crds\/b\.yaml document 1: not YAML/m);
  assert.match(
    stderr,
    /^crds\/c\.yaml document 1: xs\.example\.com: the kind "X-y" is not a valid name/m,
  );
  assert.match(stderr, /\n3 problems in documents that were skipped\n$/);
  // Where nothing is left, nothing was done.
  const none = await vmgenHere(cwd, 'import', 'bad.yaml', '--skip-invalid');
  assert.equal(none.status, 1);
  assert.match(none.stderr, /^bad\.yaml document 1: not YAML/);
  assert.match(none.stderr, /^no CustomResourceDefinition/m);
  // A path of the command line that does not exist is a usage error.
  assert.equal((await vmgenHere(cwd, 'import', 'crds', 'absent', '--skip-invalid')).status, 1);
});

test('the next step installs the built-in types where the output imports them', async (context) => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const kind = { group: 'example.com', version: 'v1', kind: 'Thing' };
  const schemas = {
    'com.example.v1.Thing': {
      type: 'object',
      properties: {
        metadata: ref('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'),
        template: ref('io.k8s.api.core.v1.PodTemplateSpec'),
      },
      'x-kubernetes-group-version-kind': [kind],
    },
    'io.k8s.api.core.v1.PodTemplateSpec': { type: 'object', properties: {} },
  };
  const list = { 'x-kubernetes-action': 'list', 'x-kubernetes-group-version-kind': kind };
  const paths = { '/apis/example.com/v1/things': { get: list } };
  const openApi = { openapi: '3.0.0', paths, components: { schemas } };
  const cwd = folderWith(context, { 'a.json': JSON.stringify(openApi) });
  const { stdout, stderr } = await vmgenHere(cwd, 'import', 'a.json');
  assert.match(
    stdout,
    /^next: npm install @vmgen\/kubernetes && npx vmgen generate --groups/m,
    stderr,
  );
});

test('requires --folder for a group whose folder name is not valid on Windows', async (context) => {
  const crd = widgetCrd({ group: 'con.example.com' }, { name: 'widgets.con.example.com' });
  const cwd = folderWith(context, { 'a.yaml': yamlOf(crd) });
  assert.match(
    (await vmgenHere(cwd, 'import', 'a.yaml')).stderr,
    /^the folder of the group con\.example\.com would be con: .*; add --folder con\.example\.com=FOLDER\n/,
  );
  assert.equal(
    (await vmgenHere(cwd, 'import', 'a.yaml', '--folder', 'con.example.com=c')).status,
    0,
  );
  const made = await vmgenHere(
    cwd,
    '--groups',
    'c:v1',
    '--out',
    'generated',
    '--generators',
    'crd',
  );
  assert.equal(made.status, 0, made.stderr);
});

test('no link below --out is followed', async (context) => {
  const cwd = folderWith(context, { 'a.yaml': yamlOf(widgetCrd()), 'elsewhere/v1/.keep': '' });
  mkdirSync(join(cwd, 'apis'));
  symlinkSync('../elsewhere', join(cwd, 'apis/example'));
  const { status, stderr } = await vmgenHere(cwd, 'import', 'a.yaml', '--force');
  assert.equal(status, 1);
  assert.match(stderr, /^apis\/example is a symbolic link, through which vmgen does not write,/);
  assert.deepEqual(filesIn(join(cwd, 'elsewhere')), []);
});

test('two CRDs of one kind in a group are refused: a cluster serves the first', async (context) => {
  const named = (plural: string, names: object) =>
    widgetCrd({ names: { plural, ...names } }, { name: `${plural}.example.com` });
  const texts = {
    'a.yaml': yamlOf(widgetCrd(), named('others', { kind: 'Widget', listKind: 'OtherList' })),
    'b.yaml': yamlOf(widgetCrd(), named('lists', { kind: 'WidgetList', listKind: 'Lists' })),
  };
  const cwd = folderWith(context, texts);
  const firstLine = async (file: string) =>
    (await vmgenHere(cwd, 'import', file)).stderr.split('\n')[0];
  const first = 'widgets.example.com in FILE document 1 has the name';
  assert.equal(
    await firstLine('a.yaml'),
    `a.yaml document 2: others.example.com: ${first.replace('FILE', 'a.yaml')} Widget in the same group: a cluster would not serve both`,
  );
  assert.equal(
    await firstLine('b.yaml'),
    `b.yaml document 2: lists.example.com: ${first.replace('FILE', 'b.yaml')} WidgetList in the same group: a cluster would not serve both`,
  );
});

test('rejects --folder for a group that does not exist', async (context) => {
  const cwd = folderWith(context, { 'a.yaml': yamlOf(widgetCrd()) });
  const { status, stderr } = await vmgenHere(cwd, 'import', 'a.yaml', '--folder', 'exmple.com=a');
  assert.equal(status, 1);
  assert.match(stderr, /^--folder: no CRD found for the group "exmple\.com"\n/);
});

test('prints the next command as one valid shell command for any value of --out', async (context) => {
  const cwd = folderWith(context, { 'a.yaml': yamlOf(widgetCrd()) });
  const { stdout } = await vmgenHere(cwd, 'import', 'a.yaml', '--out', `it's $(x)`);
  assert.match(
    stdout,
    /^next: npx vmgen generate --groups "example:v1" --apis 'it'\\''s \$\(x\)' --out generated$/m,
  );
});

test('requires --folder for two groups with the same folder', async (context) => {
  const other = widgetCrd({ group: 'example.org' }, { name: 'widgets.example.org' });
  const cwd = folderWith(context, { 'a.yaml': yamlOf(widgetCrd(), other) });
  const { status, stderr } = await vmgenHere(cwd, 'import', 'a.yaml');
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^the groups example\.com and example\.org have the same folder example: add --folder example\.org=FOLDER for one of them\n/,
  );
  assert.equal((await vmgenHere(cwd, 'import', 'a.yaml', '--folder', 'example.org=org')).status, 0);
  assert.match(readFileSync(join(cwd, 'apis/org/v1/doc.ts'), 'utf8'), /\+groupName=example\.org/);
});

test('reports all problems at once, and escapes control sequences', async (context) => {
  const cwd = folderWith(context, {
    'a.yaml': yamlOf(widgetCrd({ scope: '\u001b[31m' })),
    'b.yaml': 'a: [',
  });
  const { status, stdout, stderr } = await vmgenHere(
    cwd,
    'import',
    'a.yaml',
    'b.yaml',
    'http://a/b.yaml',
  );
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /^http:\/\/a\/b\.yaml: vmgen loads nothing from the network/m);
  assert.match(
    stderr,
    /^a\.yaml document 1: widgets\.example\.com: spec\.scope: Unsupported value/m,
  );
  assert.match(stderr, /^b\.yaml document 1: not YAML/m);
  assert.match(stderr, /\n3 problems, nothing was written\n$/);
  assert.doesNotMatch(stderr, /\u001b/);
});

test('reports kinds that are not valid type names, such as "X-y", but accepts Record', async (context) => {
  const kinds = ['class', 'any', 'X-y', 'Record'].map((kind) => {
    const plural = `${kind.toLowerCase()}s`;
    return widgetCrd({ names: { plural, kind } }, { name: `${plural}.example.com` });
  });
  const listed = { plural: 'foos', kind: 'Foo', listKind: 'Foo-List' };
  kinds.push(widgetCrd({ names: listed }, { name: 'foos.example.com' }));
  const cwd = folderWith(context, { 'a.yaml': yamlOf(...kinds) });
  assert.equal(
    (await vmgenHere(cwd, 'import', 'a.yaml')).stderr,
    `a.yaml document 1: classs.example.com: the kind "class" is not a valid name of a TypeScript type
a.yaml document 2: anys.example.com: the kind "any" is not a valid name of a TypeScript type
a.yaml document 3: x-ys.example.com: the kind "X-y" is not a valid name of a TypeScript type
a.yaml document 5: foos.example.com: the listKind "Foo-List" is not a valid name of a TypeScript type

4 problems, nothing was written
`,
  );
});

test('a source without a CRD is an error', async (context) => {
  const cwd = folderWith(context, { 'a.yaml': yamlOf({ kind: 'Pod' }, { kind: 'Secret' }) });
  assert.equal(
    (await vmgenHere(cwd, 'import', 'a.yaml')).stderr,
    'no CustomResourceDefinition and no OpenAPI v3 document found, but 2 other objects\n\n1 problem, nothing was written\n',
  );
});

test('--no-descriptions leaves the texts out, also where a field has that name', async (context) => {
  const fields = { description: { type: 'string', description: 'Secret words.' } };
  const openAPIV3Schema = {
    type: 'object',
    description: 'Secret words.',
    properties: { spec: { type: 'object', properties: fields } },
  };
  const additionalPrinterColumns = [
    { name: 'Words', type: 'string', jsonPath: '.spec.description', description: 'Secret words.' },
  ];
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } };
  const versions = [{ ...version, additionalPrinterColumns }];
  const cwd = folderWith(context, { 'a.yaml': yamlOf(widgetCrd({ versions })) });
  assert.equal((await vmgenHere(cwd, 'import', 'a.yaml', '--no-descriptions')).status, 0);
  const text = readFileSync(join(cwd, 'apis/example/v1/types.ts'), 'utf8');
  assert.match(text, /description\?: string;/);
  assert.doesNotMatch(text, /Secret/);
});

const WRONG: readonly (readonly [args: string[], message: string])[] = [
  [
    [],
    'nothing to import: name files or folders with CRDs, - for standard input, or use --cluster',
  ],
  [[''], 'a source is empty; is a variable unset?'],
  [['a', '--out', 'b', '--out', 'c'], '--out may be specified only once'],
  [
    ['--no-cluster', '--context', 'a'],
    '--kubeconfig and --context select a cluster, but --no-cluster excludes it',
  ],
  [['a', '--openapi'], '--openapi reads from a cluster: add --cluster, --kubeconfig or --context'],
  [['--cluster', '--openapi'], '--openapi reads the documents of groups: select them with --group'],
  [['a', '--out='], '--out is empty; is a variable unset?'],
  [['a', '--ot', 'b'], 'unknown flag --ot; did you mean --out?'],
  [['a', '--force=maybe'], '--force: "maybe" is neither true nor false; --force alone means true'],
  [['a', '--folder', 'a=b', '--folder', 'a=c'], '--folder: two folders are specified for "a"'],
  [
    ['a', '--folder', 'a=../b'],
    '--folder: "a=../b" is not GROUP=FOLDER, such as cert-manager.io=cert-manager',
  ],
];

for (const [args, message] of WRONG) {
  test(`vmgen import ${args.join(' ')}: ${message}`, async (context) => {
    const { status, stderr } = await vmgenHere(folderWith(context, {}), 'import', ...args);
    assert.equal(status, 2);
    assert.equal(stderr.split('\n')[0], `vmgen: ${message}`);
  });
}

test('describes the import command in vmgen --help and vmgen import --help', async (context) => {
  const cwd = folderWith(context, {});
  assert.match(
    (await vmgenHere(cwd, 'import', '--help')).stdout,
    /^Usage: vmgen import \[FILE \| FOLDER \| -\]/,
  );
  assert.match((await vmgenHere(cwd, '--help')).stdout, /vmgen import crds\.yaml/);
  assert.match((await vmgenHere(cwd, 'imprt')).stderr, /did you mean vmgen import\?/);
});
