import { describeMarkdown } from '../markers/describe-markdown.js';
import { describeMarker, listMarkers } from '../markers/describe.js';
import { nearest } from '../markers/nearest.js';
import { createMarkerRegistry } from '../markers/registry.js';

/** What `vmgen markers [NAME]` prints, or what is wrong with the question. */
export function describeMarkers(
  args: readonly string[],
): { readonly text: string } | { readonly problem: string } {
  const [first, ...rest] = args;
  if (rest.length > 0) return { problem: 'vmgen markers takes one name' };
  if (first === undefined || first === '--help') return { text: listMarkers() };
  if (first === '--markdown') return { text: describeMarkdown().trimEnd() };
  const registry = createMarkerRegistry();
  const name = first.replace(/^\+/, '').replace(/:?=?$/, '');
  const definition = registry.get(name);
  if (definition) return { text: describeMarker(definition) };
  const suggestion = nearest(name, registry.keys());
  const hint = suggestion === undefined ? 'vmgen markers lists all' : `did you mean ${suggestion}?`;
  return { problem: `there is no marker ${JSON.stringify(name)}; ${hint}` };
}
