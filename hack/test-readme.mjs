// @ts-check
// Does what README.md says under "Your own project in five minutes", in an empty folder, with packed
// packages in place of npm's: blocks that name a file are written, the others run line by line. Then
// it compiles and runs the examples of the packages' own READMEs there.
// Usage: node hack/test-readme.mjs FOLDER_OF_PACKED_PACKAGES
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const PRINTED = /which prints `([^`]+)`/;
const ROOMS = ['runtime', 'cel', 'crd', 'apiserver', 'generator', 'controller'];
const manifests = new Map(ROOMS.map(readManifest));

const [packages] = process.argv.slice(2);
if (packages === undefined) throw new Error('usage: node hack/test-readme.mjs FOLDER');

const section = readSection('Your own project in five minutes');
const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-readme-'));
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
try {
  let printed = '';
  for (const { file, text } of blocks(section)) {
    if (file !== undefined) write(file, text);
    else for (const line of text.trim().split('\n')) printed = await runLine(line);
  }
  const [, wanted] = PRINTED.exec(section) ?? [];
  if (wanted === undefined || printed.trim() !== wanted) {
    throw new Error(`README.md promises ${JSON.stringify(wanted)}, not ${JSON.stringify(printed)}`);
  }
  for (const room of ['runtime', 'cel', 'crd', 'apiserver']) await runExamples(room);
  console.log('what the READMEs say works');
} finally {
  if (server?.exitCode === null) {
    server.kill('SIGINT');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
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
  console.log(`$ ${line}`);
  const command = line.startsWith('npm install') ? withPackedPackages(line) : line;
  if (line.startsWith('npx vmgen-apiserver')) {
    // `exec`, so that it is the server itself that is ended; npx would stand between.
    server = spawn('bash', ['-c', command.replace('npx ', 'exec node_modules/.bin/')], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await Promise.race([once(/** @type {any} */ (server.stdout), 'data'), failed(server)]);
    return '';
  }
  const { status, stdout } = spawnSync('bash', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_config_prefer_offline: 'true', npm_config_audit: 'false' },
  });
  if (status !== 0) throw new Error(`${line} ends with ${status}\n${stdout}`);
  return stdout;
}

/** @param {import('node:child_process').ChildProcess} child */
async function failed(child) {
  const [code] = await once(child, 'exit');
  throw new Error(`the server ended with ${code} before it served`);
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
