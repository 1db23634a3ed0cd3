import { describeMarkdown, describeMarker, listMarkers } from '../markers/describe.js';
import { createMarkerRegistry, type MarkerRegistry } from '../markers/registry.js';
import type { Answer } from './report.js';
import { nearest } from '../text/nearest.js';

/** The output of `vmgen markers [NAME]`, or the problem of the request. */
export function describeMarkers(args: readonly string[]): Answer {
  const [first, ...rest] = args;
  if (rest.length > 0) return { problem: 'vmgen markers takes one name' };
  if (first === undefined || first === '--help') return { text: listMarkers() };
  if (first === '--markdown') return { text: describeMarkdown().trimEnd() };
  const registry = createMarkerRegistry();
  const name = first.replace(/^\+/, '').replace(/:?=?$/, '');
  const definition = registry.get(name);
  if (definition) return { text: describeMarker(definition) };
  const ending = [...registry.keys()].filter((each) => each.endsWith(`:${name}`));
  const [only, ...others] = ending.flatMap((each) => registry.get(each) ?? []);
  if (only && others.length === 0) return { text: describeMarker(only) };
  if (only) return { problem: `${ending.length} markers end with ${name}: ${ending.join(', ')}` };
  const suggestion = nearestMarker(name, registry);
  const hint =
    suggestion === undefined ? 'run vmgen markers for a list' : `did you mean ${suggestion}?`;
  return { problem: `unknown marker ${JSON.stringify(name)}; ${hint}` };
}

/** The marker that a misspelled name most likely means; the end of a name counts as a name too. */
function nearestMarker(name: string, registry: MarkerRegistry): string | undefined {
  const names = [...registry.keys()];
  const whole = nearest(name, names);
  if (whole !== undefined || name.includes(':')) return whole;
  const ends = new Map(names.map((each) => [each.slice(each.lastIndexOf(':') + 1), each]));
  const end = nearest(name, ends.keys());
  return end === undefined ? undefined : ends.get(end);
}
