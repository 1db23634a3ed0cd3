import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '../support/repository.js';

const binary = process.env['CONTROLLER_GEN'];
const TYPESCRIPT_TWINS = inRepository('test', 'twins', 'apis');
const TYPESCRIPT_CODE = inRepository('test', 'twins', 'controllers');

/** Why controller-gen cannot run; false where it can. It loads the packages that it reads by go. */
export const noControllerGen =
  binary === undefined &&
  'CONTROLLER_GEN is not set: hack/test-cluster.sh sets it where go is on PATH';

/** Runs controller-gen on the twins in Go; rejects unless it ends well and without a warning. */
export function controllerGen(...args: string[]): Promise<string> {
  return silently(binary ?? '', args, inRepository('test', 'twins', 'go'));
}

/** Runs vmgen on twins in TypeScript at once, as its users do, and gives their folders. */
export async function generateTwins(
  out: string,
  groups?: readonly string[],
  ...flags: readonly string[]
): Promise<readonly string[]> {
  groups ??= await twinGroups();
  const bin = inRepository('generator', 'bin', 'vmgen.cjs');
  const options = groups.flatMap((group) => ['--groups', group]);
  const folders = ['--apis', TYPESCRIPT_TWINS, '--paths', TYPESCRIPT_CODE, '--out', out];
  const args = [bin, '--quiet', ...folders, ...options, ...flags];
  await silently(process.execPath, args, inRepository());
  return groups;
}

async function silently(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd });
  assert.equal(stderr, '');
  return stdout;
}

/** `GROUP:VERSION` of every API package of the twins: those that name their group. */
async function twinGroups(): Promise<string[]> {
  const groups: string[] = [];
  for (const file of (await readdir(TYPESCRIPT_TWINS, { recursive: true })).sort()) {
    const [group, version, name] = file.split(path.sep);
    if (name !== 'doc.ts') continue;
    const isApi = (await readFile(path.join(TYPESCRIPT_TWINS, file), 'utf8')).includes(
      '+groupName=',
    );
    if (isApi) groups.push(`${group}:${version}`);
  }
  return groups;
}
