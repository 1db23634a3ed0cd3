import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

/** The script that people call. */
export const VMGEN = fileURLToPath(new URL('../../bin/vmgen.cjs', import.meta.url));

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
  return { caches, vmgen, vmgenWith };
}

/** What every test of the command line can run. */
export const ARGS = ['--groups', 'fleet:v1', '--out', 'generated'];
