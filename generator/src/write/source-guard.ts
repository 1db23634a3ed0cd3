import { pathFrom } from '../text/paths.js';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { ObservedDisk } from '../disk/observed-disk.js';
import { withoutDots } from '../load/load-code.js';
import type { OutputDiagnostic } from './output-folder.js';
import { withUsablePath } from '../disk/unusable-path.js';

/** Where a run reads, and where it writes. */
interface Places {
  readonly apis: string;
  readonly paths: readonly string[];
  readonly headerFile: string | undefined;
  readonly out: string;
}

const REMEDY = 'use a separate folder for it, such as generated';

/**
 * Rejects an output folder that is an input folder, or is in the folder of the APIs.
 *
 * @throws an Error with both folders and the fix
 */
export function refuseMixed({ apis, paths, out }: Places, disk: ObservedDisk): void {
  const output = realOutput(out, disk);
  for (const [option, path] of [['--apis', apis], ...paths.map((each) => ['--paths', each])]) {
    if (path === '') throw new Error(`${option} is empty`);
    if (realSource(path ?? '', disk) === output) {
      throw new Error(`--out: ${out} is the folder of ${option}; ${REMEDY}`);
    }
  }
  if (isBelow(output, realSource(apis, disk))) {
    throw new Error(
      `--out: ${out} is in --apis (${apis}), where every folder is a group; ${REMEDY}`,
    );
  }
}

/**
 * Reports paths of the output that are sources: a run does not write files that it reads. If the folder of
 * the APIs is beside the generated folders, all of it is protected.
 */
export function sourceGuard(
  { apis, paths, headerFile, out }: Places,
  disk: ObservedDisk,
): (path: string) => OutputDiagnostic | undefined {
  const output = realOutput(out, disk);
  const [apisFolder = ''] = pathBelow(output, realSource(apis, disk)).split('/');
  const folders = new Map([[apisFolder, `--apis ${apis}`]]);
  for (const path of paths)
    folders.set(pathBelow(output, realSource(path, disk)), `--paths ${path}`);
  folders.delete('..');
  const read = new Set(filesRead(disk, headerFile).map((path) => pathBelow(output, path)));
  return (path) => {
    const reader = [...folders].find(([folder]) => {
      return path === folder || path.toLowerCase().startsWith(`${folder.toLowerCase()}/`);
    })?.[1];
    if (reader === undefined && !read.has(path)) return undefined;
    const problem = `is ${reader === undefined ? 'read by this run' : `read by ${reader}`}, and would be written`;
    return { code: 'VMGEN1007', path, problem, remedy: 'choose another --out' };
  };
}

/** The files that a run has read so far. */
function filesRead(disk: ObservedDisk, headerFile: string | undefined): string[] {
  const paths = [...disk.observations].flatMap(([question, answer]) => {
    return question.startsWith('text:') && answer !== '' ? [question.slice('text:'.length)] : [];
  });
  return [...paths, ...(headerFile === undefined ? [] : [headerFile])].map((path) => resolve(path));
}

/** `..` for all that is not below the folder. */
const pathBelow = (folder: string, path: string): string =>
  isBelow(path, folder) ? pathFrom(folder, path) : '..';

/** Whether a path is in a folder; both are absolute, with resolved links. */
export const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

function realOutput(out: string, disk: ObservedDisk): string {
  if (out === '') throw new Error(`--out is empty; ${REMEDY}`);
  const remedy = 'name a writable folder';
  return withUsablePath('--out', out, remedy, () => whereLeads(resolve(out), disk));
}

/** Unreadable paths are reported when they are read. */
function realSource(path: string, disk: ObservedDisk): string {
  const folder = resolve(withoutDots(path));
  try {
    return whereLeads(folder, disk);
  } catch {
    return folder;
  }
}

/** An absolute path; links are resolved as far as the path exists. */
function whereLeads(path: string, disk: ObservedDisk): string {
  const real = disk.realPath(path);
  if (real !== path || dirname(path) === path) return real;
  return join(whereLeads(dirname(path), disk), basename(path));
}
