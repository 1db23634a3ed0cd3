import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

/** The script that people call. */
export const VMGEN = fileURLToPath(new URL('../../bin/vmgen.cjs', import.meta.url));

/** The bundle that the script loads. */
const MAIN = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url));

interface Main {
  readonly main: (args: readonly string[]) => Promise<number>;
}

const APIS = fileURLToPath(new URL('../../testdata/apis/', import.meta.url));

/** A folder with APIs that goes with the test. */
export async function project(context: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'vmgen-cli-'));
  context.after(() => rm(path, { recursive: true }));
  await cp(APIS, join(path, 'apis'), { recursive: true });
  return path;
}

/** The command line for the tests of a file, with a cache that goes with the file. */
export function commandLine() {
  const caches = mkdtempSync(join(tmpdir(), 'vmgen-caches-'));
  after(() => rm(caches, { recursive: true }));
  /** In a folder, with nothing in the environment but this, the path and the cache. */
  const vmgenWith = (env: Readonly<Record<string, string>>, cwd: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [VMGEN, ...args], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], XDG_CACHE_HOME: caches, ...env },
    });
    return { status, stdout, stderr };
  };
  const vmgen = (cwd: string, ...args: string[]) => vmgenWith({}, cwd, ...args);
  /** The same without a process of its own, which takes a fraction of the time. One call at a time. */
  const vmgenHereWith = async (
    env: Readonly<Record<string, string>>,
    cwd: string,
    ...args: string[]
  ) => {
    const { main } = createRequire(import.meta.url)(MAIN) as Main;
    const before = { env: process.env, cwd: process.cwd() };
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const streams = replaceStreams({ stdout, stderr });
    process.env = { PATH: process.env['PATH'], XDG_CACHE_HOME: caches, ...env };
    process.chdir(cwd);
    try {
      const status = await main(args);
      const textOf = (stream: PassThrough) => String((stream.read() as Buffer | null) ?? '');
      return { status, stdout: textOf(stdout), stderr: textOf(stderr) };
    } finally {
      process.chdir(before.cwd);
      process.env = before.env;
      streams.restore();
    }
  };
  const vmgenHere = (cwd: string, ...args: string[]) => vmgenHereWith({}, cwd, ...args);
  return { caches, vmgen, vmgenWith, vmgenHere, vmgenHereWith };
}

/** Replaces the standard streams of this process. The reporter of the tests keeps the original ones. */
function replaceStreams(streams: { readonly stdout: PassThrough; readonly stderr: PassThrough }) {
  const originals = Object.entries(streams).map(([name, value]) => {
    const original = Object.getOwnPropertyDescriptor(process, name) ?? {};
    Object.defineProperty(process, name, { configurable: true, enumerable: true, value });
    return [name, original] as const;
  });
  return { restore: () => Object.defineProperties(process, Object.fromEntries(originals)) };
}

/** What every test of the command line can run. */
export const ARGS = ['--groups', 'fleet:v1', '--out', 'generated'];
