import { join, posix, resolve } from 'node:path';
import { parseJsonObject } from '@vmgen/base/json';
import { findPackage, textOf, textsIn } from '../doctor/installed-package.js';
import { UsageError } from '../settings/usage-error.js';

/** The programs of a project. */
export interface DevProject {
  /** The arguments of Node that start the operator. */
  readonly operator: readonly string[];
  /** The folder of the compiled code, relative to the project. */
  readonly dist: string;
  /** The script of TypeScript's compiler. */
  readonly tsc: string;
}

/** Words without a meaning for a shell. */
const WORDS = /^node( [\w./@=:-]+)+$/;

/**
 * Finds the programs of a project.
 *
 * @throws UsageError with the fix
 */
export function readDevProject(folder: string): DevProject {
  const manifest = parseJsonObject(textOf(join(folder, 'package.json')) ?? '');
  const start = manifest && textsIn(manifest, 'scripts').get('start');
  const [, ...operator] = start !== undefined && WORDS.test(start) ? start.split(' ') : [];
  const file = operator.find((word) => !word.startsWith('-'));
  const dist = file === undefined ? undefined : distOf(file);
  if (dist === undefined) {
    throw new UsageError(
      'vmgen dev starts the operator with the script start of package.json, which must be "node FILE" with a file of this project, such as "node dist/src/main.js"',
    );
  }
  return { operator, dist, tsc: binOf(folder, 'typescript', 'tsc', 'run npm install') };
}

/**
 * The script of the embedded API server of a project.
 *
 * @throws UsageError with the fix if the project has none
 */
export const apiServerOf = (folder: string): string =>
  binOf(
    folder,
    '@vmgen/apiserver',
    'vmgen-apiserver',
    'run npm install, or npm install --save-dev @vmgen/apiserver, or use a cluster with --context NAME',
  );

/** The first folder in the path of a file; the whole project for a file beside package.json. Undefined for another's. */
function distOf(file: string): string | undefined {
  const [first = '', ...rest] = posix.normalize(file).split('/');
  if (first === '' || first === '..') return undefined;
  return rest.length === 0 ? '.' : first;
}

function binOf(folder: string, name: string, bin: string, fix: string): string {
  const found = findPackage(name, resolve(folder));
  const script = found && textsIn(found.manifest, 'bin').get(bin);
  if (found === undefined || script === undefined) {
    throw new UsageError(`${name} is not installed in this project: ${fix}`);
  }
  return join(found.path, script);
}
