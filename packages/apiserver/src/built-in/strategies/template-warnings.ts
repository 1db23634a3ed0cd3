import type { JsonObject } from '@vmgen/base/json';
import { isDns1123Label } from '@vmgen/base/text';
import { getObject, getString } from './fields.js';
import { podWarnings } from './pod-warnings.js';

/** Returns the warnings for the pod template at a path. An update has them if it changes the generation. */
export const templateWarnings =
  (...path: readonly string[]) =>
  (object: JsonObject, live: JsonObject | undefined): string[] =>
    live !== undefined && generationOf(object) === generationOf(live)
      ? []
      : podWarnings(path.join('.'), getObject(object, ...path));

/** As {@link templateWarnings}, for a kind whose pods have its name: warns if it is no DNS label. */
export const workloadWarnings =
  (...path: readonly string[]) =>
  (object: JsonObject, live: JsonObject | undefined): string[] => [
    ...(live === undefined ? nameWarnings(object) : []),
    ...templateWarnings(...path)(object, live),
  ];

const generationOf = (object: JsonObject): unknown => getObject(object, 'metadata')['generation'];

function nameWarnings(object: JsonObject): string[] {
  const problems = isDns1123Label(getString(getObject(object, 'metadata'), 'name'));
  if (problems.length === 0) return [];
  const use = 'this is used in Pod names and hostnames, which can result in surprising behavior';
  return [`metadata.name: ${use}; a DNS label is recommended: [${problems.join(' ')}]`];
}
