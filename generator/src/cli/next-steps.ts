import { parseJsonObject } from '@vmgen/base/json';
import { textOf, textsIn } from '../doctor/installed-package.js';

/** A part of the package.json of the working folder; empty without one. */
const partHere = (key: string): ReadonlyMap<string, string> =>
  textsIn(parseJsonObject(textOf('package.json') ?? '') ?? {}, key);

/** The command that generates the code of the project of the working folder. */
export const generateHere = (): string =>
  partHere('scripts').get('generate')?.includes('vmgen') === true
    ? 'npm run generate'
    : 'npx vmgen generate';

/** The commands that build and test the project of the working folder, as far as it has them. */
export function buildHere(): string {
  const scripts = partHere('scripts');
  return scripts.has('build') && scripts.has('test') ? 'npm run build && npm test' : generateHere();
}

/** Whether the package of the working folder depends on a package. */
export const dependsHere = (name: string): boolean =>
  ['dependencies', 'devDependencies'].some((key) => partHere(key).has(name));
