import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { inRepository } from '../support/repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A file of `node_modules`, of the project or of a package. */
type Files = Readonly<Record<string, string>>;

type Manifest = Readonly<Record<'name' | 'version' | 'license', string>>;

const manifest = (name: string, version: string, rest: object = {}): string =>
  JSON.stringify({ name, version, license: 'MIT', ...rest });

/** Packages that use what bundlers change. */
const PACKAGES: Files = {
  'old/package.json': manifest('old', '1.2.3', { main: 'lib/index.js' }),
  'old/LICENSE': 'The licence of old.',
  'old/lib/index.js': `const path = require('node:path');
exports.folderOf = () => path.basename(__dirname) + path.extname(__filename);`,
  '@new/kit/package.json': manifest('@new/kit', '2.0.0', { type: 'module', main: 'esm/index.js' }),
  '@new/kit/LICENCE.md': 'The licence of kit.',
  '@new/kit/esm/package.json': '{"type":"module"}',
  '@new/kit/esm/index.js': `import { createRequire } from 'node:module';
import path from 'node:path';
export { unused } from 'shaken';
const require = createRequire('file:///');
const __dirname = '/own';
export const platform = () => require('node:os').platform() && __dirname + path.sep;`,
  // Nothing of it is used.
  'shaken/package.json': manifest('shaken', '3.0.0', { type: 'module' }),
  'shaken/index.js': 'export const unused = 1;',
  '@vmgen/part/package.json': manifest('@vmgen/part', '0.1.0', { type: 'module' }),
  '@vmgen/part/LICENSE': 'The licence of part.',
  '@vmgen/part/index.js': 'export const part = 1;',
  '@vmgen/part/dist/LICENSES.txt': 'inner 4.0.0\n\nThe licence of inner.',
  '@vmgen/part/dist/bundled.json': '[{ "name": "@in/ner", "version": "4.0.0", "license": "0BSD" }]',
};

const MAIN = `import { folderOf } from 'old';
import { platform } from '@new/kit';
import { part } from '@vmgen/part';

async function optional(): Promise<unknown> {
  try {
    return await import('not-installed');
  } catch (error) {
    return (error as { code: string }).code;
  }
}
console.log(folderOf(), platform(), part, await optional());
const fail = (): never => {
  throw new Error('planted');
};
fail();
`;

const SBOM = 'npm sbom --package-lock-only --sbom-format=cyclonedx --sbom-type=application';

/** Prints what npm printed, with another number and time. npm itself takes a second. */
const NPM = `#!/bin/sh
[ "npm $*" = '${SBOM}' ] || exit 9
sed -E 's/"(serialNumber|timestamp)": "[^"]*/&'$(date +%N)'/' "$(dirname "$0")/printed.json"
`;

/** What npm prints, by the text of package-lock.json. */
const bills = new Map<string, string>();

/** A project with the scripts of the image. */
async function projectWith(files: Files = {}, packages: Files = PACKAGES) {
  const folder = await temporaryFolder('image');
  const put = (file: string, text: string): void => {
    const target = path.join(folder.path, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  for (const name of ['bundle', 'sbom']) {
    const text = readFileSync(inRepository(`templates/project-${name}.mjs.hbs`), 'utf8');
    put(`image/${name}.mjs`, text);
  }
  const manifests = Object.entries(packages).flatMap(([file, text]) =>
    file.endsWith('/package.json') && !file.includes('/esm/') ? [JSON.parse(text) as Manifest] : [],
  );
  const dependencies = Object.fromEntries(manifests.map(({ name }) => [name, '*']));
  const all = Object.fromEntries(
    manifests.map(({ name, version, license }) => {
      const resolved = `file:packages/${name}.tgz`;
      return [`node_modules/${name}`, { version, license, resolved }];
    }),
  );
  const lock = { name: 'tested', version: '0.1.0', lockfileVersion: 3 };
  put('package.json', JSON.stringify({ name: 'tested', version: '0.1.0', dependencies }));
  const locked = JSON.stringify({ ...lock, packages: { '': { dependencies }, ...all } });
  put('package-lock.json', locked);
  put('src/main.ts', MAIN);
  for (const [file, text] of Object.entries(packages)) put(`node_modules/${file}`, text);
  put('node_modules/.package-lock.json', JSON.stringify({ ...lock, packages: all }));
  symlinkSync(inRepository('node_modules/esbuild'), path.join(folder.path, 'node_modules/esbuild'));
  for (const [file, text] of Object.entries(files)) put(file, text);
  const env = { ...process.env };
  const run = (command: string) => {
    const options = { cwd: folder.path, encoding: 'utf8', env } as const;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command], options);
    return { status, stdout, stderr };
  };
  const bill = bills.get(locked) ?? run(SBOM).stdout;
  bills.set(locked, bill);
  put('bin/printed.json', bill);
  put('bin/npm', NPM);
  chmodSync(path.join(folder.path, 'bin/npm'), 0o755);
  env['PATH'] = `${path.join(folder.path, 'bin')}:${env['PATH']}`;
  const read = (file: string): string => readFileSync(path.join(folder.path, file), 'utf8');
  const has = (file: string): boolean => existsSync(path.join(folder.path, file));
  return { ...folder, put, run, read, has };
}

const BUNDLE = 'node image/bundle.mjs';

/** The components of a valid bill of materials, with their licences. */
async function componentsOf(text: string): Promise<string[]> {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot5);
  assert.equal(await validator.validate(text), null);
  assert.doesNotMatch(text, /file:/);
  const { metadata, components } = JSON.parse(text) as {
    metadata: { component: { name: string } };
    components: { purl: string; licenses?: { license: Readonly<Record<string, string>> }[] }[];
  };
  assert.equal(metadata.component.name, 'tested');
  return components.map(({ purl, licenses = [] }) =>
    [purl, ...licenses.flatMap(({ license }) => Object.values(license))].join(' '),
  );
}

test('bundles a project, with the licences and the SBOM of what the bundle contains', async () => {
  await using project = await projectWith({ 'dist/bundle/left.mjs': '' });
  const { status, stdout, stderr } = project.run(BUNDLE);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^wrote dist\/bundle: \d+ bytes with 3 packages\n$/);
  const note = 'uses its own path: files beside it are not in the bundle';
  const notes = ['@new/kit/esm', 'old/lib'].map(
    (name) => `note: node_modules/${name}/index.js ${note}\n`,
  );
  assert.equal(stderr, notes.join(''));
  const written = ['LICENSES.txt', 'main.mjs', 'main.mjs.map', 'sbom.cdx.json'];
  assert.deepEqual(readdirSync(path.join(project.path, 'dist/bundle')).sort(), written);
  const line = '-'.repeat(80);
  assert.equal(
    project.read('dist/bundle/LICENSES.txt'),
    `@new/kit 2.0.0\n\nThe licence of kit.\n\n${line}\n\n` +
      `@vmgen/part 0.1.0\n\nThe licence of part.\n\ninner 4.0.0\n\nThe licence of inner.\n\n${line}\n\n` +
      'old 1.2.3\n\nThe licence of old.\n',
  );
  const sbom = project.read('dist/bundle/sbom.cdx.json');
  assert.deepEqual(await componentsOf(sbom), [
    'pkg:npm/%40in/ner@4.0.0 0BSD',
    'pkg:npm/%40new/kit@2.0.0 MIT',
    'pkg:npm/%40vmgen/part@0.1.0 MIT',
    'pkg:npm/old@1.2.3 MIT',
  ]);
  const ended = project.run('cd / && node --enable-source-maps "$OLDPWD/dist/bundle/main.mjs"');
  assert.equal(ended.stdout, 'bundle.mjs /own/ 1 ERR_MODULE_NOT_FOUND\n');
  assert.match(ended.stderr, /Error: planted\n {4}at fail \(.*\/src\/main\.ts:14:9\)/);
  const before = written.map((name) => project.read(`dist/bundle/${name}`));
  assert.equal(project.run(BUNDLE).status, 0);
  assert.deepEqual(
    written.map((name) => project.read(`dist/bundle/${name}`)),
    before,
  );
});

test('does not bundle a package without a licence text, and accepts a text of the project', async () => {
  await using project = await projectWith({}, { ...PACKAGES, 'old/LICENSE': '', 'old/README': '' });
  project.run('rm node_modules/old/LICENSE');
  assert.deepEqual(project.run(`${BUNDLE} 2>&1 | grep -v ^note`), {
    status: 0,
    stdout: `packages without a licence text:
  old 1.2.3 (node_modules/old): write it to src/licenses/old.txt\n`,
    stderr: '',
  });
  assert.ok(!project.has('dist'));
  project.put('src/licenses/old.txt', 'The text of its author.');
  assert.equal(project.run(BUNDLE).status, 0);
  assert.match(project.read('dist/bundle/LICENSES.txt'), /old 1\.2\.3\n\nThe text of its author\./);
});

for (const [what, main, error, fix] of [
  [
    'an import that cannot be resolved',
    "import 'old';\nimport '../missing.js';",
    /Could not resolve "\.\.\/missing\.js".*src\/main\.ts:2:7/s,
    'install the package, or correct the path',
  ],
  [
    'a native module',
    "import '../addon.node';",
    /No loader is configured for "\.node" files: addon\.node/,
    'a native module cannot be bundled: remove "bundle" from vmgen.config.json, and run npx vmgen init --force',
  ],
  [
    'a syntax error',
    'const = 1;',
    /Expected identifier.*src\/main\.ts:1:6/s,
    'nothing was written',
  ],
] as const) {
  test(`reports ${what} with the place and the fix`, async () => {
    await using project = await projectWith({ 'src/main.ts': main, 'addon.node': '' });
    const { status, stderr } = project.run(BUNDLE);
    assert.equal(status, 1);
    assert.match(stderr, error);
    assert.equal(stderr.trimEnd().split('\n').at(-1), fix);
    assert.ok(!project.has('dist'));
  });
}

test('reports a missing esbuild, a missing npm and a file that cannot be written', async () => {
  await using project = await projectWith();
  const limited = project.run(`ulimit -f 1; ${BUNDLE}`);
  assert.equal(limited.status, 1);
  assert.match(limited.stderr, /\ncannot write dist\/bundle: EFBIG: file too large, write\n$/);
  assert.ok(!project.has('dist/bundle'));
  const withoutNpm = project.run(`PATH=/nowhere ${process.execPath} image/bundle.mjs`);
  assert.equal(withoutNpm.status, 1);
  assert.match(
    withoutNpm.stderr,
    /^npm sbom --package-lock-only .* failed: spawnSync npm ENOENT$/m,
  );
  project.run('rm node_modules/esbuild');
  assert.deepEqual(project.run(BUNDLE), {
    status: 1,
    stdout: '',
    stderr: 'esbuild is not installed: npm install --save-dev esbuild\n',
  });
});

test('writes the SBOM of node_modules, also of packages inside of packages', async () => {
  const packages = {
    ...PACKAGES,
    'shaken/package.json': manifest('shaken', '3.0.0', { license: 'Own' }),
  };
  await using project = await projectWith({}, packages);
  const { status, stdout, stderr } = project.run('node image/sbom.mjs');
  assert.equal(status, 0, stderr);
  assert.equal(stdout, 'wrote sbom.cdx.json with 4 packages\n');
  const text = project.read('sbom.cdx.json');
  assert.deepEqual(await componentsOf(text), [
    'pkg:npm/%40in/ner@4.0.0 0BSD',
    'pkg:npm/%40new/kit@2.0.0 MIT',
    'pkg:npm/%40vmgen/part@0.1.0 MIT',
    'pkg:npm/old@1.2.3 MIT',
    'pkg:npm/shaken@3.0.0 Own',
  ]);
  const { dependencies } = JSON.parse(text) as {
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  const part = dependencies.find(({ ref }) => ref === '@vmgen/part@0.1.0');
  assert.deepEqual(part?.dependsOn, ['@in/ner@4.0.0']);
  assert.equal(project.run('node image/sbom.mjs').status, 0);
  assert.equal(project.read('sbom.cdx.json'), text);
  project.put('node_modules/old/package.json', manifest('old', '1.2.4'));
  assert.match(
    project.run('node image/sbom.mjs').stderr,
    /^package-lock\.json has no old@1\.2\.4: /,
  );
  project.run('rm node_modules/.package-lock.json');
  assert.match(project.run('node image/sbom.mjs').stderr, /^there is no .*: run npm ci\n$/);
});
