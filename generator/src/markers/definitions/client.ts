import { required, text } from '../definition.js';
import type { MarkerDefinition } from '../definition.js';

const flag = (name: string, help: string): MarkerDefinition => ({ name, places: ['kind'], help });
const verbs = (name: string, help: string): MarkerDefinition => ({
  name,
  places: ['kind'],
  value: required({ type: 'raw' }),
  help,
});

export const genclient = flag('genclient', 'The kind gets a typed client.');
export const nonNamespaced = flag('genclient:nonNamespaced', 'The kind is cluster-scoped.');
export const noStatus = flag('genclient:noStatus', 'The client has no status verbs.');
export const noVerbs = flag('genclient:noVerbs', 'The client has no verbs.');
export const readonly = flag('genclient:readonly', 'The client has get, list and watch.');
export const skipVerbs = verbs('genclient:skipVerbs', 'The client lacks these verbs (a,b).');
export const onlyVerbs = verbs('genclient:onlyVerbs', 'The client has these verbs only (a,b).');

export const resourceName: MarkerDefinition = {
  name: 'resourceName',
  places: ['kind'],
  value: required(text),
  help: "The plural that stands in URLs; the same as resource's path.",
};

export const clientMarkers: readonly MarkerDefinition[] = [
  genclient,
  nonNamespaced,
  noStatus,
  noVerbs,
  readonly,
  skipVerbs,
  onlyVerbs,
  resourceName,
];
