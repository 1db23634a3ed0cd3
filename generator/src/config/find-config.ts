import { join, resolve } from 'node:path';
import { kindOf } from '../disk/entry.js';
import { UsageError } from '../settings/usage-error.js';

/** Extensions that users may expect but that vmgen does not read. */
const UNREAD = ['yaml', 'yml', 'toml', 'jsonc', 'json5', 'cts', 'tsx', 'jsx'];

const NAMES = ['js', 'mjs', 'cjs', 'ts', 'mts', 'json'].map((ending) => `vmgen.config.${ending}`);

/**
 * Finds the config in a folder, without reading it; undefined if it does not exist.
 *
 * @param folder defaults to the working directory
 */
export function findConfig(folder = '.'): string | undefined {
  const [found, other] = configsIn(folder);
  if (other === undefined) return found;
  throw new UsageError(`found both ${found} and ${other}: keep one, or select one with --config`);
}

/** All configs in a folder; more than one is an error of {@link findConfig}. */
export const configsIn = (folder: string): readonly string[] =>
  possibleConfigs(folder).filter(isThere);

/** The paths at which a folder may have a config. */
export const possibleConfigs = (folder: string): readonly string[] =>
  NAMES.map((name) => join(folder, name));

/** A hint for a run without a config: one that is not read, or one of a folder above. */
export function strayConfig(): string | undefined {
  const unread = UNREAD.map((ending) => `vmgen.config.${ending}`).find(isThere);
  if (unread !== undefined) {
    return `${unread} is not read: write vmgen.config.mjs or vmgen.config.json instead`;
  }
  let folder = '..';
  while (resolve(folder) !== resolve(folder, '..')) {
    const found = possibleConfigs(folder).find(isThere);
    if (found !== undefined) return `there is ${found}: run vmgen there, or name it with --config`;
    folder = join(folder, '..');
  }
  return undefined;
}

const isThere = (path: string): boolean => kindOf(path) !== undefined;
