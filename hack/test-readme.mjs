// @ts-check
// Does what README.md says under "Your own project in five minutes", in an empty folder, with packed
// packages in place of npm's: blocks that name a file are written, the others run line by line. Then
// it compiles and runs the examples of the packages' own READMEs there. In another folder it does the
// same with docs/operators.md; what that asks of kubectl is left out where there is none.
// Usage: node hack/test-readme.mjs FOLDER_OF_PACKED_PACKAGES
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const PRINTED = /which prints `([^`]+)`/;
const ROOMS = ['runtime', 'cel', 'crd', 'apiserver', 'kubernetes', 'generator', 'controller'];
const SPEAKS_WITHIN_MS = 30_000;
const ENDS_WITHIN_MS = 60_000;
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const manifests = new Map(ROOMS.map(readManifest));

const [packages] = process.argv.slice(2);
if (packages === undefined) throw new Error('usage: node hack/test-readme.mjs FOLDER');

/** @type {string} */
let folder;
/** What goes on until the page is done. @type {import('node:child_process').ChildProcess[]} */
const started = [];
/** What the page's shells have exported. @type {Record<string, string>} */
const exported = {};

const section = readSection('Your own project in five minutes');
await inFolder(async () => {
  const printed = await follow(section);
  const [, wanted] = PRINTED.exec(section) ?? [];
  if (wanted === undefined || printed.trim() !== wanted) {
    throw new Error(`README.md promises ${JSON.stringify(wanted)}, not ${JSON.stringify(printed)}`);
  }
  for (const room of ['runtime', 'cel', 'crd', 'apiserver']) await runExamples(room);
});
await inFolder(async () => {
  await follow(readFileSync(path.join(ROOT, 'docs', 'operators.md'), 'utf8'));
  failsAndEnds('dist/src/controller.test.js');
});
console.log('what the READMEs and docs/operators.md say works');

/** Gives the work a folder of its own, and ends what it started. @param {() => Promise<void>} work */
async function inFolder(work) {
  folder = mkdtempSync(path.join(tmpdir(), 'vmgen-readme-'));
  try {
    await work();
  } finally {
    for (const child of started.splice(0).reverse()) {
      if (child.exitCode !== null) continue;
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Does what a text says; returns what its last line printed. @param {string} text */
async function follow(text) {
  let printed = '';
  for (const { language, file, text: content } of blocks(text)) {
    if (file !== undefined) write(file, content);
    else if (language === 'console') {
      for (const line of content.trim().split('\n')) printed = await runLine(line);
    }
  }
  return printed;
}

/** A test that finds something ends, whatever it has started. @param {string} file */
function failsAndEnds(file) {
  const target = path.join(folder, file);
  const text = readFileSync(target, 'utf8');
  writeFileSync(target, text.replace('assert.equal(', 'assert.notEqual('));
  const { status } = spawnSync('node', ['--test', file], { cwd: folder, timeout: ENDS_WITHIN_MS });
  if (status !== 1) throw new Error(`${file} with a wrong assertion ends with ${status}, not 1`);
}

/** @param {string} room */
async function runExamples(room) {
  const readme = readFileSync(path.join(ROOT, room, 'README.md'), 'utf8');
  const [example] = blocks(readme).filter(({ language }) => language === 'ts');
  if (example === undefined) throw new Error(`${room}/README.md has no example`);
  write(`src/example-of-${room}.ts`, example.text);
  await runLine('npx tsc');
  const printed = await runLine(`KUBECONFIG=kubeconfig node dist/src/example-of-${room}.js`);
  console.log(printed.trimEnd());
}

/** @param {string} title */
function readSection(title) {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const [, section] = readme.split(`\n## ${title}\n`);
  if (section === undefined) throw new Error(`README.md has no section "${title}"`);
  return section.split('\n## ')[0] ?? '';
}

/** @param {string} section */
function blocks(section) {
  const found = [...section.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)];
  return found.map(([, language, file, text = '']) => ({ language, file, text }));
}

/** @param {string} file @param {string} text */
function write(file, text) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/** What the line prints; a server is left running. @param {string} line */
async function runLine(line) {
  const [, name, value] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
  if (name !== undefined && value !== undefined) exported[name] = value;
  if (line.startsWith('kubectl ') && !hasKubectl) {
    console.log(`(there is no kubectl) $ ${line}`);
    return '';
  }
  console.log(`$ ${line}`);
  // `exec`, so that it is the program itself that is ended; npx and npm would stand between.
  if (line.startsWith('npx vmgen-apiserver')) {
    await start(line.replace('npx ', 'exec node_modules/.bin/'));
    return '';
  }
  if (line.endsWith(' npm start')) {
    await start(line.replace('npm start', 'exec node dist/src/main.js 2>&1'));
    return '';
  }
  const command = line.startsWith('npm install') ? withPackedPackages(line) : line;
  const { status, stdout } = spawnSync('bash', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...exported,
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
    },
  });
  if (status !== 0) throw new Error(`${line} ends with ${status}\n${stdout}`);
  return stdout;
}

/** Starts what goes on, and waits for its first words. @param {string} command */
async function start(command) {
  const child = spawn('bash', ['-c', command], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const signal = AbortSignal.timeout(SPEAKS_WITHIN_MS);
  await Promise.race([once(child.stdout, 'data', { signal }), failed(child)]);
  // What it says later must not fill the pipe.
  child.stdout.resume();
}

/** @param {import('node:child_process').ChildProcess} child */
async function failed(child) {
  const [code] = await once(child, 'exit');
  throw new Error(`a program ended with ${code} before it said anything`);
}

/** The packages of ours as files, and those that they need, which npm would find by themselves. */
function withPackedPackages(/** @type {string} */ line) {
  return line
    .split(' ')
    .flatMap((word) => (manifests.has(word) ? [...needed(word)].map(packed) : [word]))
    .join(' ');
}

/** @param {string} name @returns {Set<string>} */
function needed(name) {
  const { dependencies = {} } = manifests.get(name) ?? {};
  const ours = Object.keys(dependencies).filter((each) => manifests.has(each));
  return new Set([name, ...ours.flatMap((each) => [...needed(each)])]);
}

/** @param {string} name */
function packed(name) {
  const file = `${name.replace('@', '').replace('/', '-')}-${manifests.get(name)?.version}.tgz`;
  return path.resolve(packages ?? '', file);
}

/**
 * @param {string} room
 * @returns {[string, { version: string, dependencies?: Record<string, string> }]}
 */
function readManifest(room) {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, room, 'package.json'), 'utf8'));
  return [manifest.name, manifest];
}
