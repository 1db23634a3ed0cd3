import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
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
  readonly bin?: Readonly<Record<string, string>>;
}

function readManifest(path: string): Manifest | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : undefined;
}

/** A package need not export its package.json, so it is searched for as Node does. */
function binOf(folder: string, name: string, bin: string, fix: string): string {
  const folders = createRequire(resolve(folder, 'package.json')).resolve.paths(name) ?? [];
  for (const each of folders) {
    const manifest = join(each, name, 'package.json');
    const script = readManifest(manifest)?.bin?.[bin];
    if (script !== undefined) return join(dirname(manifest), script);
  }
  throw new UsageError(`${name} is not installed in this project: ${fix}`);
}
