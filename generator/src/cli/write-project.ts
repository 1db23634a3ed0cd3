import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VmgenConfig } from '../config/vmgen-config.js';
import { unusablePath } from '../disk/unusable-path.js';
import type { OutputFile } from '../write/plan-write.js';
import { plural } from '../text/plural.js';
import { putFiles } from '../write/put-files.js';
import type { WriteSettings } from './init-options.js';
import type { CommandReport } from './report.js';

/** The config of a project. */
export interface ProjectConfig {
  readonly path: string;
  readonly config: VmgenConfig;
}

/** Reads the config of a folder; undefined without one. */
export type ReadProject = (folder: string) => Promise<ProjectConfig | undefined>;

/** The message for a config without an operator. */
export const missingOperator = ({ path }: ProjectConfig): string =>
  `${path} has no key operator: add operator: { name: 'site-operator' }`;

/** The report of a run that would cause errors. */
export const notWritten = (errors: readonly string[]): CommandReport => ({
  exitCode: 1,
  stdout: [],
  stderr: [...errors, 'nothing was written: vmgen generate would report these errors'],
});

/** Files that are not overwritten, by path, and their differences. */
interface Kept {
  readonly kept: readonly string[];
  readonly stderr: readonly string[];
}

/** The plan of a run with `--force`. */
export const NOTHING_KEPT: Kept = { kept: [], stderr: [] };

/** What would be written, and the differences of files that would be kept. */
export function plan(files: readonly OutputFile[], folder: string) {
  const put = putInto(files, folder, { force: false, dryRun: true });
  const stderr = files
    .filter(({ path }) => put.kept.includes(path))
    .flatMap(({ path, text }) => difference(join(folder, path), text));
  return { ...put, stderr };
}

/**
 * Writes files, except those that a plan keeps; shows their differences.
 *
 * @param next the last lines, if a file was written
 */
export function write(
  files: readonly OutputFile[],
  folder: string,
  settings: WriteSettings,
  { kept, stderr }: Kept,
  next: readonly string[] = [],
): CommandReport {
  const wanted = files.filter(({ path }) => !kept.includes(path));
  const { created, changed, diagnostics } = putInto(wanted, folder, settings);
  if (diagnostics.length > 0) {
    const problems = diagnostics.map(
      ({ path, problem }) => `${join(folder, path)} ${problem}; move it away`,
    );
    return { exitCode: 1, stdout: [], stderr: [...problems, 'nothing was written'] };
  }
  const verb = settings.dryRun ? 'would write' : 'wrote';
  const end =
    kept.length === 0
      ? []
      : [`kept ${plural(kept.length, 'file')} with other content; --force overwrites`];
  return {
    exitCode: 0,
    stdout: [
      ...[...created, ...changed].map((path) => `${verb} ${join(folder, path)}`),
      ...(created.length + changed.length + kept.length === 0 ? ['nothing to change'] : []),
      ...(settings.dryRun || created.length + changed.length === 0 ? [] : next),
    ],
    stderr: [...stderr, ...end],
  };
}

function putInto(files: readonly OutputFile[], folder: string, settings: WriteSettings) {
  try {
    return putFiles(files, folder, { overwrites: settings.force, isDryRun: settings.dryRun });
  } catch (error) {
    throw unusablePath('the folder', folder, 'name a writable folder', error);
  }
}

/** The changes from the existing file to a text, line by line. */
export function difference(path: string, text: string): string[] {
  const old = readFileSync(path, 'utf8').split(/\r?\n/);
  const next = text.split(/\r?\n/);
  // common[i][j]: the number of lines that the rests from old[i] and next[j] have in common.
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(next.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      const row = common[i] ?? new Uint32Array();
      row[j] = old[i] === next[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines = [`--- ${path}`, `+++ ${path} (vmgen)`];
  let isSame = true;
  for (let i = 0, j = 0; i < old.length || j < next.length;) {
    const wasSame = isSame;
    isSame = i < old.length && old[i] === next[j];
    if (wasSame && !isSame) lines.push(`@@ ${i + 1} @@`);
    if (isSame) {
      i++;
      j++;
    } else if (j >= next.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(`-${old[i++]}`);
    } else lines.push(`+${next[j++]}`);
  }
  return lines;
}
