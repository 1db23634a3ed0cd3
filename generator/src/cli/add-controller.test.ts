import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { scaffold } from '../testing/scaffold.js';

const { inProject, add, added, read, edit } = scaffold();

const WIDGET = `import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

// +genclient
// +kubebuilder:resource:path=widgetry,scope=Cluster
export interface Widget extends TypeMeta {
  metadata: ObjectMeta;
  spec: WidgetSpec;
}

export interface WidgetSpec {
  // +kubebuilder:validation:Minimum=3
  size: Int32;
}
`;

/** Writes the version of a group, as `vmgen import` does, and names it in the config. */
function writeVersion(folder: string, group: string, version = 'v1', types = WIDGET): void {
  const path = `apis/${folder}/${version}`;
  mkdirSync(path, { recursive: true });
  writeFileSync(`${path}/doc.ts`, `// +groupName=${group}\nexport {};\n`);
  writeFileSync(`${path}/types.ts`, types);
  edit('vmgen.config.json', '"groups": [', `"groups": ["${folder}:${version}", `);
}

test('adds the controller of a kind with names and a scope of its own', async (t) => {
  inProject(t);
  writeVersion('parts', 'widgets.example.com');
  const { exitCode, stdout } = await add('controller', 'Widget');
  assert.equal(exitCode, 0);
  const files = [
    'src/controllers/widget.ts',
    'src/controllers/widget.test.ts',
    'samples/widget.yaml',
    'src/main.ts',
  ];
  assert.deepEqual(
    stdout.slice(0, 4),
    files.map((file) => `wrote ${file}`),
  );
  assert.equal(stdout.at(-1), 'next: npm run build && npm test');
  const controller = read('src/controllers/widget.ts');
  assert.match(
    controller,
    /groups=widgets\.example\.com,resources=widgetry,verbs=get;list;watch$/m,
  );
  assert.match(controller, / from '\.\.\/\.\.\/apis\/parts\/v1\/types\.js';$/m);
  assert.match(controller, /namespace: 'default'/);
  assert.match(read('src/controllers/widget.test.ts'), /clientset\.partsV1\.widgets\(\)\.list/);
  assert.match(read('samples/widget.yaml'), /^apiVersion: widgets\.example\.com\/v1$[^]*size: 3/m);
  assert.match(read('src/main.ts'), /^ {2}addWidgetController\(manager\);$/m);
  assert.deepEqual((await add('controller', 'Widget')).stdout, ['nothing to change']);
});

test('adds the controller of a kind that a dry run only lists', async (t) => {
  inProject(t);
  writeVersion('parts', 'widgets.example.com');
  const { stdout } = await add('controller', 'Widget', '--dry-run');
  assert.equal(stdout[0], 'would write src/controllers/widget.ts');
  assert.ok(!stdout.some((line) => line.startsWith('next: ')));
  assert.ok(!existsSync('src/controllers/widget.ts'));
});

test('keeps a controller, unless forced, and the sample of the user', async (t) => {
  inProject(t);
  const before = read('src/controllers/site.ts');
  await assert.rejects(add('controller', 'Site'), {
    name: 'UsageError',
    message:
      'src/controllers/site.ts exists with other content: the kind Site has a controller; --force overwrites it',
  });
  assert.equal(read('src/controllers/site.ts'), before);
  edit('samples/site.yaml', 'site-sample', 'mine');
  await added('controller', 'Site', '--force');
  assert.match(read('src/controllers/site.ts'), /MESSAGE/);
  assert.match(read('samples/site.yaml'), /mine/);
  assert.equal(read('src/main.ts').match(/addSiteController\(/g)?.length, 1);
});

test('names the fields of a sample that the API server would reject', async (t) => {
  inProject(t);
  const rule = `// +kubebuilder:validation:XValidation:rule="self.size * self.size == 1522756"\nexport interface WidgetSpec`;
  writeVersion(
    'parts',
    'widgets.example.com',
    'v1',
    WIDGET.replace('export interface WidgetSpec', rule),
  );
  const { stdout } = await add('controller', 'Widget');
  assert.match(
    stdout.join('\n'),
    /^complete samples\/widget\.yaml, which the test reads: spec: .*self\.size \* self\.size/m,
  );
});

for (const [what, from, to, reason] of [
  [
    'a skipped kind',
    '// +genclient',
    '// +kubebuilder:skipversion\n// +genclient',
    'Widget has no CRD, from which its sample and the fake clientset are made',
  ],
  [
    'a kind without a client',
    '// +genclient\n',
    '',
    'the client of Widget, which +genclient describes, has no create, get, list, patch, delete',
  ],
  [
    'a kind with a client that only reads',
    '// +genclient\n',
    '// +genclient\n// +genclient:onlyVerbs=get,list,watch\n',
    'the client of Widget, which +genclient describes, has no create, patch, delete',
  ],
] as const) {
  test(`adds the controller of ${what} without a test`, async (t) => {
    inProject(t);
    writeVersion('parts', 'widgets.example.com', 'v1', WIDGET.replace(from, to));
    const { exitCode, stdout } = await add('controller', 'Widget');
    assert.equal(exitCode, 0);
    assert.ok(stdout.includes(`no test was written: ${reason}`), stdout.join('\n'));
    assert.ok(existsSync('src/controllers/widget.ts'));
    assert.ok(!existsSync('src/controllers/widget.test.ts'));
    assert.ok(!existsSync('samples/widget.yaml'));
  });
}

test('adds the controller of a version that is not served without a test', async (t) => {
  inProject(t);
  await added('version', 'v2');
  edit('apis/web/v2/types.ts', '// +genclient', '// +kubebuilder:unservedversion\n// +genclient');
  rmSync('src/controllers/site.ts');
  rmSync('src/controllers/site.test.ts');
  const { stdout } = await add('controller', 'Site', '--api-version', 'v2');
  assert.ok(stdout.includes('no test was written: no API server serves this version of Site'));
  assert.ok(!existsSync('src/controllers/site.test.ts'));
});

test('asks for the version and the group of a kind that has several', async (t) => {
  inProject(t);
  await added('version', 'v2');
  rmSync('src/controllers/site.ts');
  rmSync('src/controllers/site.test.ts');
  await assert.rejects(add('controller', 'Site'), {
    message: 'Site is a kind of web.example.com/v1 and web.example.com/v2: add --api-version',
  });
  writeVersion('parts', 'parts.example.com');
  writeVersion('more', 'more.parts.example.com');
  await assert.rejects(add('controller', 'Widget'), {
    message: 'Widget is a kind of more.parts.example.com/v1 and parts.example.com/v1: add --group',
  });
  await assert.rejects(add('controller', 'Widget', '--group', 'web.example.com'), {
    message: 'Widget is a kind of more.parts.example.com/v1 and parts.example.com/v1 only',
  });
  await added('controller', 'Site', '--api-version', 'v2');
  assert.match(read('src/controllers/site.ts'), /generated\/web\/v2\/register/);
  // The folder of the group, which is not its first label.
  await added('controller', 'Widget', '--group', 'more');
  assert.match(read('src/controllers/widget.ts'), /groups=more\.parts\.example\.com/);
});

test('suggests a similar kind, and the version that the config does not name', async (t) => {
  inProject(t);
  const unknown = (name: string, message: string) =>
    assert.rejects(add('controller', name), { name: 'UsageError', message });
  await unknown(
    'site',
    'vmgen.config.json names no version with the kind site; did you mean Site?',
  );
  await unknown(
    'Certificate',
    'vmgen.config.json names no version with the kind Certificate; vmgen add kind writes a new kind, and vmgen import those of other projects',
  );
  await unknown(
    'NetworkPolicy',
    'NetworkPolicy is a built-in kind, which vmgen add controller does not support: write its controller with networkPolicyResource of @vmgen/kubernetes',
  );
  writeVersion('parts', 'widgets.example.com');
  edit('vmgen.config.json', '"parts:v1", ', '');
  await unknown(
    'Widget',
    'apis/parts/v1/types.ts declares Widget, but vmgen.config.json does not name its version: add "parts:v1" to groups',
  );
});

test('rejects types with an error', async (t) => {
  inProject(t);
  writeVersion('parts', 'parts.example.com', 'v1', WIDGET.replace('size: Int32', 'size: number'));
  const { exitCode, stdout, stderr } = await add('controller', 'Widget');
  assert.deepEqual([exitCode, stdout], [1, []]);
  assert.match(stderr[0] ?? '', /^apis\/parts\/v1\/types\.ts:12:\d+: error VMGEN4006/);
  assert.ok(!existsSync('src/controllers/widget.ts'));
});

test('rejects a kind whose name the written code imports, and other folders', async (t) => {
  inProject(t);
  writeVersion('parts', 'parts.example.com', 'v1', WIDGET.replaceAll('Widget', 'Manager'));
  await assert.rejects(add('controller', 'Manager'), {
    message: 'Manager is a name that the written code imports: write its controller yourself',
  });
  edit('vmgen.config.json', '"generated"', '"src/generated"');
  for (const what of ['controller', 'webhook', 'kind']) {
    await assert.rejects(add(what, 'Site'), {
      message: 'vmgen.config.json: vmgen add needs the folders apis and generated',
    });
  }
});

test('names what generates and builds a project without scripts', async (t) => {
  inProject(t);
  rmSync('package.json');
  writeVersion('parts', 'widgets.example.com');
  const { stdout } = await add('controller', 'Widget');
  assert.equal(stdout.at(-1), 'next: npx vmgen generate');
});

test('needs a config', async (t) => {
  inProject(t);
  rmSync('vmgen.config.json');
  await assert.rejects(add('controller', 'Site'), {
    message: 'the working folder has no vmgen.config.*: run vmgen init, or go to a project',
  });
});
