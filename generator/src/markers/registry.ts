import type { MarkerDefinition } from './definition.js';
import { clientMarkers } from './definitions/client.js';
import { objectMarkers } from './definitions/object.js';
import { packageMarkers } from './definitions/package.js';
import { presenceMarkers } from './definitions/presence.js';
import { resourceMarkers } from './definitions/resource.js';
import { schemaMarkers } from './definitions/schema.js';
import { topologyMarkers } from './definitions/topology.js';
import { validationMarkers } from './definitions/validation.js';

/** Every marker that vmgen knows, by name. */
export interface MarkerRegistry {
  get(name: string): MarkerDefinition | undefined;
  names(): Iterable<string>;
}

export function createMarkerRegistry(): MarkerRegistry {
  const definitions = new Map<string, MarkerDefinition>();
  for (const definition of [
    ...packageMarkers,
    ...clientMarkers,
    ...objectMarkers,
    ...resourceMarkers,
    ...presenceMarkers,
    ...validationMarkers,
    ...schemaMarkers,
    ...topologyMarkers,
  ]) {
    definitions.set(definition.name, definition);
  }
  return { get: (name) => definitions.get(name), names: () => definitions.keys() };
}
