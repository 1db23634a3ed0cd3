import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '../support/repository.js';

/** The same APIs in both languages. */
interface Twins {
  /** A module of Go. */
  readonly go: string;
  /** `--apis` of vmgen. */
  readonly apis: string;
  /** `--paths` of vmgen. */
  readonly paths?: string;
}

/** Those that use every marker. */
const MARKED: Twins = {
  go: inRepository('test', 'twins', 'go'),
  apis: inRepository('test', 'twins', 'apis'),
  paths: inRepository('test', 'twins', 'controllers'),
};

/** Those that embed types of built-in kinds. */
export const EMBEDDING: Twins = {
  go: inRepository('test', 'twins', 'built-in', 'go'),
  apis: inRepository('test', 'twins', 'built-in', 'apis'),
};

const binary = process.env['CONTROLLER_GEN'];

/** Why controller-gen cannot run; false where it can. It loads the packages that it reads by go. */
export const noControllerGen =
  binary === undefined && 'CONTROLLER_GEN is not set: test/run.mjs sets it if go is on PATH';

/** Runs controller-gen on the twins in Go; rejects unless it ends well and without a warning. */
export function controllerGen(...args: string[]): Promise<string> {
  return controllerGenOn(MARKED, ...args);
}

export function controllerGenOn({ go }: Twins, ...args: string[]): Promise<string> {
  return silently(binary ?? '', args, go);
}

/** Runs vmgen on twins in TypeScript at once, as its users do, and gives their folders. */
export async function generateTwins(
  out: string,
  groups?: readonly string[],
  ...flags: readonly string[]
): Promise<readonly string[]> {
  groups ??= await groupsOf(MARKED);
  await generateOn(MARKED, out, groups, ...flags);
  return groups;
}

export async function generateOn(
  { apis, paths }: Twins,
  out: string,
  groups: readonly string[],
  ...flags: readonly string[]
): Promise<void> {
  const bin = inRepository('generator', 'bin', 'vmgen.cjs');
  const options = groups.flatMap((group) => ['--groups', group]);
  const code = paths === undefined ? [] : ['--paths', paths];
  const args = [
    bin,
    '--quiet',
    '--apis',
    apis,
    ...code,
    '--out',
    out,
    '--allow-outside',
    ...options,
    ...flags,
  ];
  await silently(process.execPath, args, inRepository());
}

async function silently(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd });
  assert.equal(stderr, '');
  return stdout;
}

/** `GROUP:VERSION` of every API package of the twins: those that name their group. */
async function groupsOf({ apis }: Twins): Promise<string[]> {
  const groups: string[] = [];
  for (const file of (await readdir(apis, { recursive: true })).sort()) {
    const [group, version, name] = file.split(path.sep);
    if (name !== 'doc.ts') continue;
    const isApi = (await readFile(path.join(apis, file), 'utf8')).includes('+groupName=');
    if (isApi) groups.push(`${group}:${version}`);
  }
  return groups;
}
