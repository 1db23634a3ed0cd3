// @ts-check
// Follows docs/start.md, docs/first-operator.md, docs/operators.md and docs/api-docs.md, docs/clients.md with docs/cli.md, docs/conversion.md,
// docs/webhooks.md, and the README of examples/backup as a reader does, each in a new folder: writes the blocks that name a
// file, and runs the `console` blocks line by line. The program of README.md is a part of docs/clients.md, and its quick start
// creates the project of docs/first-operator.md. kubectl commands are skipped if kubectl is not installed. The packages are files in ./packages, as
// docs/install.md describes; their names in `npm install` are replaced by these files. Then it compiles and runs the
// examples of the packages' READMEs, and builds the images without Docker, by the instructions of their Dockerfiles.
// Usage: node hack/test-docs.mjs FOLDER_OF_PACKED_PACKAGES [PAGE]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noteExplorations } from '../test/test-report.mjs';
import { buildImage } from './build-image.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const PRINTED = /which prints `([^`]+)`/;
const START_TIMEOUT_MS = 60_000;
const END_TIMEOUT_MS = 60_000;
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const { workspaces } = JSON.parse(page('package.json'));
/** @type {Map<string, { version: string, dependencies?: Record<string, string> }>} */
const manifests = new Map(
  workspaces.map((/** @type {string} */ name) => {
    const manifest = JSON.parse(page(`${name}/package.json`));
    return [manifest.name, manifest];
  }),
);

const [packages, only] = process.argv.slice(2);
if (packages === undefined) throw new Error('usage: node hack/test-docs.mjs FOLDER');

/** The project of the page that is followed. @type {string} */
let folder;
/** Servers that run until the page ends, by their command. @type {Map<string, import('node:child_process').ChildProcess>} */
const started = new Map();
/** What the page exported in its shells. @type {Record<string, string>} */
let exported = {};

await inFolder('docs/clients.md', async () => {
  const text = page('docs/clients.md');
  const [, program] = blocks(page('README.md')).filter(({ language }) => language === 'ts');
  const main = blocks(text).find(({ file }) => file === 'src/main.ts');
  if (program === undefined || main?.text.includes(program.text) !== true) {
    throw new Error('the program of README.md is not a part of src/main.ts of clients.md');
  }
  const printed = await follow(text);
  const [, expected] = PRINTED.exec(text) ?? [];
  if (expected === undefined || printed.trim() !== expected) {
    throw new Error(`expected ${JSON.stringify(expected)}, received ${JSON.stringify(printed)}`);
  }
  await follow(page('docs/cli.md'));
  for (const name of ['runtime', 'cel', 'crd', 'apiserver']) await runExample(name);
});
await inFolder('docs/first-operator.md', async () => {
  await follow(page('docs/start.md'));
  await follow(page('docs/first-operator.md'), 'the operator of docs/first-operator.md');
  endsAfterFailure('dist/src/controllers/site.test.js');
  loadImage('dist/src/controllers/site.js');
  await follow(page('docs/operators.md'));
  await follow(page('docs/api-docs.md'));
});
for (const name of ['docs/conversion.md', 'docs/webhooks.md']) {
  await inFolder(name, () => follow(page(name)));
}
await inFolder('examples/backup/README.md', async () => {
  const example = path.join(ROOT, 'examples', 'backup');
  const generated = path.join(example, 'generated');
  cpSync(example, folder, {
    recursive: true,
    filter: (file) => file !== generated && !/[/](dist|node_modules)$/.test(file),
  });
  await follow(page('examples/backup/README.md'), 'examples/backup');
  run(`diff -Naur ${generated} generated`, folder);
  loadImage('dist/src/controller.js');
});
console.log('README.md, docs and the READMEs of the packages work as written');

/**
 * Runs `work` of a page in a new folder with the packages, and ends what it started.
 * @param {string} name @param {() => Promise<unknown>} work
 */
async function inFolder(name, work) {
  if (only !== undefined && name !== only) return;
  folder = mkdtempSync(path.join(tmpdir(), 'vmgen-docs-'));
  exported = {};
  cpSync(packages ?? '', path.join(folder, 'packages'), { recursive: true });
  try {
    await work();
  } finally {
    for (const command of [...started.keys()].reverse()) await end(command);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Follows a page; returns the output of its last command.
 * @param {string} text @param {string} [operator] whose tests explore it
 */
async function follow(text, operator) {
  let printed = '';
  for (const { language, file, text: content } of blocks(text)) {
    if (file !== undefined) write(file, content);
    else if (language === 'console') {
      for (const line of content.trim().split('\n')) {
        printed = await runLine(line);
        if (line === 'npm test' && operator !== undefined) noteExplorations(operator, printed);
      }
    }
  }
  return printed;
}

/** A test that fails ends, although the test started a controller. @param {string} file */
function endsAfterFailure(file) {
  const target = path.join(folder, file);
  const text = readFileSync(target, 'utf8');
  writeFileSync(target, text.replace('assert.equal(', 'assert.notEqual('));
  const { status } = spawnSync('node', ['--test', file], { cwd: folder, timeout: END_TIMEOUT_MS });
  if (status !== 1) throw new Error(`${file} with a wrong assertion ends with ${status}, not 1`);
  writeFileSync(target, text);
}

/** @param {string} name the folder of a package */
async function runExample(name) {
  const [example] = blocks(page(`packages/${name}/README.md`)).filter(
    ({ language }) => language === 'ts',
  );
  if (example === undefined) throw new Error(`packages/${name}/README.md has no example`);
  write(`src/example-of-${name}.ts`, example.text);
  await runLine('npx tsc');
  const printed = await runLine(`KUBECONFIG=kubeconfig node dist/src/example-of-${name}.js`);
  console.log(printed.trimEnd());
}

/** Builds the image of the project, and loads its controller. @param {string} controller */
function loadImage(controller) {
  const image = buildImage(folder, path.join(folder, 'stages'), run);
  const size = run('du --apparent-size --summarize --block-size=1K node_modules', image);
  console.log(`the image has node_modules of ${parseInt(size, 10)} KiB`);
  run(`node --input-type=module --eval "await import('./${controller}')"`, image);
  if (!run('ls node_modules/@vmgen', image).trim().split('\n').includes('runtime')) {
    throw new Error('the image has no @vmgen/runtime');
  }
}

/** @param {string} file relative to the repository */
function page(file) {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** @param {string} text */
function blocks(text) {
  const found = [...text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)];
  return found.map(([, language, file, text = '']) => ({ language, file, text }));
}

/** @param {string} file @param {string} text */
function write(file, text) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/** Returns the output of the line; a server keeps running. @param {string} line */
async function runLine(line) {
  const [, name, value] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
  if (name !== undefined && value !== undefined) exported[name] = value;
  if (line.startsWith('kubectl ') && !hasKubectl) {
    console.log(`(kubectl is not installed) $ ${line}`);
    return '';
  }
  console.log(`$ ${line}`);
  // `exec` makes the program itself the child, not npx, npm or the shell.
  if (line.startsWith('npx vmgen-apiserver')) {
    await start(line.replace('npx ', 'exec node_modules/.bin/'));
    return '';
  }
  if (line === 'npm run dev') {
    await start('exec node_modules/.bin/vmgen dev --plain 2>&1', 'operator: ready');
    return '';
  }
  if (line.endsWith(' npm start')) {
    await start(line.replace('npm start', 'exec node dist/src/main.js 2>&1'));
    return '';
  }
  if (line.startsWith('npm create vmgen@latest ')) return run(withPackedCreate(line), folder);
  return run(line.startsWith('npm install') ? withPackedPackages(line) : line, folder);
}

/** @param {string} command @param {string} cwd */
function run(command, cwd) {
  const { status, stdout } = spawnSync('bash', ['-c', command], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...exported,
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
    },
  });
  if (status !== 0) throw new Error(`${command} ends with ${status}\n${stdout}`);
  return stdout;
}

/** Ends a server as Ctrl-C does. @param {string} command */
async function end(command) {
  const child = started.get(command);
  started.delete(command);
  if (child === undefined || child.exitCode !== null) return;
  child.kill('SIGINT');
  await once(child, 'exit');
}

/**
 * Starts a server, or starts it again, and waits until its output contains a text.
 * @param {string} command @param {string} [text]
 */
async function start(command, text = '') {
  await end(command);
  const child = spawn('bash', ['-c', command], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.set(command, child);
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  const failure = failed(child);
  // It ends later, too.
  failure.catch(() => undefined);
  let output = '';
  do {
    const [chunk] = await Promise.race([once(child.stdout, 'data', { signal }), failure]);
    output += chunk;
  } while (!output.includes(text));
  // Later output must not fill the pipe.
  child.stdout.resume();
}

/** @param {import('node:child_process').ChildProcess} child */
async function failed(child) {
  const [code] = await once(child, 'exit');
  throw new Error(`a server ended with ${code} at its start`);
}

/** Replaces names of packages by files, with the files of their dependencies. @param {string} line */
function withPackedPackages(line) {
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const words = line.split(' ').flatMap((word) => {
    if (!manifests.has(word)) return [word];
    // npm would move what is a dependency already to the dev dependencies.
    return [...withDependencies(word)].filter((name) => !(name in dependencies)).map(packed);
  });
  return [...new Set(words)].join(' ');
}

/** Runs create-vmgen from files; the project uses the files too. @param {string} line */
function withPackedCreate(line) {
  const files = [...withDependencies('create-vmgen')].map((name) => `--package=${packed(name)}`);
  const args = line.replace(/^npm create vmgen@latest/, '').replace(' -- ', ' ');
  return `npm exec --yes ${files.join(' ')} -- create-vmgen${args} --packages packages`;
}

/** @param {string} name @returns {Set<string>} */
function withDependencies(name) {
  const { dependencies = {} } = manifests.get(name) ?? {};
  const ours = Object.keys(dependencies).filter((each) => manifests.has(each));
  return new Set([name, ...ours.flatMap((each) => [...withDependencies(each)])]);
}

/** @param {string} name */
function packed(name) {
  const file = `${name.replace('@', '').replace('/', '-')}-${manifests.get(name)?.version}.tgz`;
  return `./packages/${file}`;
}
