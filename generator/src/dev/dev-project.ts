import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findPackage, textsIn } from '../doctor/installed-package.js';
import { UsageError } from '../settings/usage-error.js';

/** The programs of a project. */
export interface DevProject {
  /** The arguments of Node that start the operator. */
  readonly operator: readonly string[];
  /** The folder of the compiled code. */
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
  const manifest = readManifest(join(folder, 'package.json'));
  const start = manifest?.scripts?.['start'];
  if (start === undefined || !WORDS.test(start)) {
    throw new UsageError(
      'vmgen dev starts the operator with the script start of package.json, which must be "node FILE", such as "node dist/src/main.js"',
    );
  }
  const [, ...operator] = start.split(' ');
  const file = operator.find((word) => !word.startsWith('-')) ?? '';
  const [dist = ''] = file.replace(/^\.\//, '').split('/');
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

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
}

function readManifest(path: string): Manifest | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : undefined;
}

function binOf(folder: string, name: string, bin: string, fix: string): string {
  const found = findPackage(name, resolve(folder));
  const script = found && textsIn(found.manifest, 'bin').get(bin);
  if (found === undefined || script === undefined) {
    throw new UsageError(`${name} is not installed in this project: ${fix}`);
  }
  return join(found.path, script);
}
