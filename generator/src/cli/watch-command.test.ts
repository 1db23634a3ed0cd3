import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { kindWith } from '../testing/compile-text.js';
import { ARGS, commandLine, project, VMGEN } from '../testing/cli.js';
import { commandFrom } from './options.js';
import { generateOnChange } from './watch-command.js';

const { caches, vmgenHere } = commandLine();

const TYPES = 'apis/fleet/v1/types.ts';
const SUMMARY = /^vmgen: .*(?:written|up to date|diagnostics?,)/;

/** `vmgen generate --watch` as a process of its own. */
class Watching {
  readonly #child;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<number | null>;

  constructor(context: TestContext, cwd: string, args: readonly string[]) {
    const child = spawn(process.execPath, [VMGEN, 'generate', '--watch', ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], XDG_CACHE_HOME: caches },
    });
    context.after(() => child.kill('SIGKILL'));
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    const lines: string[] = [];
    let wake = (): void => undefined;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        wake();
      });
    }
    this.#lines = (async function* () {
      for (;;) {
        const line = lines.shift();
        if (line !== undefined) yield line;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    })();
  }

  /** The lines up to the first that matches. */
  async until(last: RegExp): Promise<string[]> {
    const seen: string[] = [];
    for (;;) {
      const { value } = await this.#lines.next();
      seen.push(String(value));
      if (last.test(String(value))) return seen;
    }
  }

  /** The exit code after a signal. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.#ended;
  }
}

/** Writes a file in one step, so that no run reads a part of it. The folder of the project does not change otherwise. */
function writeAtOnce(cwd: string, path: string, text: string): void {
  const temporary = `${cwd}.edited`;
  writeFileSync(temporary, text);
  renameSync(temporary, join(cwd, path));
}

async function watching(context: TestContext, args: readonly string[] = ARGS) {
  const cwd = await project(context);
  const run = new Watching(context, cwd, args);
  const edit = (path: string, change: (text: string) => string): void => {
    const text = readFileSync(join(cwd, path), 'utf8');
    writeAtOnce(cwd, path, change(text));
  };
  return { cwd, run, edit };
}

test('generates after each change, and ends with 0 at SIGINT', async (context) => {
  const { cwd, run, edit } = await watching(context);
  const [first] = await run.until(SUMMARY);
  assert.equal(first, 'vmgen: watching the files that it reads; Ctrl-C ends it');
  edit(TYPES, (text) => text.replace('/**', '/** Changed.'));
  const changed = await run.until(SUMMARY);
  assert.ok(changed.includes('wrote generated/crds/fleet.example.com_orders.yaml'), changed.join());
  const crd = readFileSync(join(cwd, 'generated/crds/fleet.example.com_orders.yaml'), 'utf8');
  assert.match(crd, /Changed\./);
  edit(TYPES, (text) => `${text}export type Broken = Missing;\n`);
  const refused = await run.until(SUMMARY);
  assert.match(refused.join('\n'), /unknown type Missing/);
  assert.match(refused.at(-1) ?? '', /nothing was written$/);
  edit(TYPES, (text) => text.replace('export type Broken = Missing;\n', ''));
  assert.match((await run.until(SUMMARY)).at(-1) ?? '', /up to date, nothing written$/);
  assert.equal(await run.end('SIGINT'), 0);
});

test('sees files that are created and removed, in new folders too', async (context) => {
  const { cwd, run } = await watching(context, ['--groups', 'fleet:v1 new:v1', '--out', 'out']);
  assert.match((await run.until(SUMMARY)).join('\n'), /apis\/new\/v1 has no TypeScript files/);
  mkdirSync(join(cwd, 'apis/new/v1'), { recursive: true });
  const add = (): void => {
    writeFileSync(join(cwd, 'apis/new/v1/types.ts'), kindWith('  size: Int32;'));
  };
  add();
  await run.until(/^vmgen: \d+ files? written/);
  rmSync(join(cwd, 'apis/new/v1'), { recursive: true });
  await run.until(/has no TypeScript files/);
  mkdirSync(join(cwd, 'apis/new/v1'));
  add();
  await run.until(/^vmgen: \d+ files up to date/);
  assert.equal(await run.end('SIGTERM'), 0);
});

test('names a path that cannot be read, and continues when it can', async (context) => {
  const { cwd, run } = await watching(context);
  await run.until(SUMMARY);
  const link = join(cwd, 'apis/fleet/v1/loop.ts');
  symlinkSync(link, link);
  const lines = await run.until(/^vmgen: /);
  assert.match(
    lines.join('\n'),
    /loop\.ts.*the file cannot be read: its symbolic links form a loop/,
  );
  assert.equal(lines.at(-1), 'vmgen: 1 diagnostic, nothing was written');
  rmSync(link);
  assert.match((await run.until(SUMMARY)).at(-1) ?? '', /up to date, nothing written$/);
  assert.equal(await run.end('SIGINT'), 0);
});

test('reads the config again when it changes', async (context) => {
  const cwd = await project(context);
  const write = (generators: string): void =>
    writeAtOnce(
      cwd,
      'vmgen.config.mjs',
      `export default { groups: 'fleet:v1', out: 'generated', generators: [${generators}] };\n`,
    );
  write("'crd'");
  const run = new Watching(context, cwd, []);
  const first = await run.until(SUMMARY);
  assert.ok(!first.some((line) => line.includes('deepcopy.ts')), first.join());
  write("'crd', 'deepcopy'");
  const changed = await run.until(SUMMARY);
  assert.ok(changed.includes('wrote generated/fleet/v1/deepcopy.ts'), changed.join());
  write("'wrong'");
  await run.until(/"wrong"/);
  assert.equal(await run.end('SIGINT'), 0);
});

test('reads the config again when a file changes that it imports', async (context) => {
  const cwd = await project(context);
  const config = `import { generators } from './shared/generators.mjs';
export default { groups: 'fleet:v1', out: 'generated', generators };
`;
  writeFileSync(join(cwd, 'vmgen.config.mjs'), config);
  mkdirSync(join(cwd, 'shared'));
  const write = (generators: string): void =>
    writeAtOnce(cwd, 'shared/generators.mjs', `export const generators = [${generators}];`);
  write("'crd'");
  const run = new Watching(context, cwd, []);
  await run.until(SUMMARY);
  write("'crd', 'deepcopy'");
  const changed = await run.until(/ written, /);
  assert.ok(changed.includes('wrote generated/fleet/v1/deepcopy.ts'), changed.join());
  write("'wrong'");
  await run.until(/"wrong"/);
  write("'crd'");
  await run.until(/ up to date, nothing written$/);
  assert.equal(await run.end('SIGINT'), 0);
});

test('reads a config again that changes while it is read', { timeout: 60_000 }, async (context) => {
  const cwd = await project(context);
  const config = join(cwd, 'vmgen.config.json');
  writeFileSync(config, '{}');
  const end = new AbortController();
  let reads = 0;
  const configure = async () => {
    if (++reads === 1) writeFileSync(config, '{ "groups": "fleet:v1" }');
    else end.abort();
    return commandFrom({}, { groups: 'fleet:v1', out: join(cwd, 'generated'), apis: cwd });
  };
  const ignore = async (): Promise<void> => undefined;
  const session = {
    configure,
    configFiles: () => [config],
    report: ignore,
    reportError: ignore,
    ownFiles: [],
  };
  await generateOnChange(session, end.signal);
  assert.equal(reads, 2);
});

test('waits for a correction of the config, also at the beginning', async (context) => {
  const cwd = await project(context);
  const config = join(cwd, 'vmgen.config.json');
  const end = new AbortController();
  const events: string[] = [];
  const states = ['wrong', 'right', 'wrong', 'end'];
  const configure = async () => {
    const state = states.shift();
    // A change while it is read is a change.
    writeFileSync(config, JSON.stringify(states));
    if (state === 'wrong') throw new Error(state);
    if (state === 'end') end.abort();
    const [out, apis] = [join(cwd, 'generated'), join(cwd, 'apis')];
    return commandFrom({}, { groups: 'fleet:v1', out, apis });
  };
  const session = {
    configure,
    configFiles: () => [config],
    report: async () => void events.push('ran'),
    reportError: async (error: unknown) => void events.push(String(error)),
    ownFiles: [],
  };
  await generateOnChange(session, end.signal);
  assert.deepEqual(events, ['Error: wrong', 'ran', 'Error: wrong']);
});

test('runs another version of an emitter whose data is equal', async (context) => {
  const cwd = await project(context);
  const write = (text: string): void =>
    writeAtOnce(
      cwd,
      'vmgen.config.mjs',
      `class Notes {
  name = 'notes';
  emit(_, { headerComment }) {
    return [{ path: 'notes.ts', print: () => headerComment('//') + '\\n// ${text}\\n' }];
  }
}
export default { groups: 'fleet:v1', out: 'generated', generators: ['notes'], emitters: [new Notes()] };
`,
    );
  write('first');
  const run = new Watching(context, cwd, []);
  await run.until(SUMMARY);
  const notes = join(cwd, 'generated/notes.ts');
  assert.match(readFileSync(notes, 'utf8'), /first/);
  write('second');
  await run.until(SUMMARY);
  assert.match(readFileSync(notes, 'utf8'), /second/);
  assert.equal(await run.end('SIGINT'), 0);
});

test('sees changes after the folder of the APIs was replaced', async (context) => {
  const { cwd, run, edit } = await watching(context);
  await run.until(SUMMARY);
  cpSync(join(cwd, 'apis'), join(cwd, 'next'), { recursive: true });
  const text = readFileSync(join(cwd, TYPES), 'utf8');
  writeFileSync(join(cwd, 'next/fleet/v1/types.ts'), text.replace('/**', '/** Replaced.'));
  renameSync(join(cwd, 'apis'), join(cwd, 'previous'));
  renameSync(join(cwd, 'next'), join(cwd, 'apis'));
  await run.until(/^wrote generated\/crds/);
  await run.until(SUMMARY);
  edit(TYPES, (replaced) => replaced.replace('Replaced.', 'Edited.'));
  await run.until(/^wrote generated\/crds/);
  assert.equal(await run.end('SIGINT'), 0);
});

test('--watch excludes --check and --fix, and wrong usage ends it', async (context) => {
  const cwd = await project(context);
  for (const [args, message] of [
    [[...ARGS, '--check'], '--watch writes and --check writes nothing: use only one of them'],
    [[...ARGS, '--fix'], '--fix changes sources once: run it without --watch'],
    [['--out', 'generated'], '--groups is missing'],
  ] as const) {
    const { status, stderr } = await vmgenHere(cwd, '--watch', ...args);
    assert.equal(status, 2);
    assert.ok(stderr.includes(message), stderr);
  }
});
