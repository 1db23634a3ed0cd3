import type { MarkerDefinition } from './language/definition.js';
import { clientMarkers } from './definitions/client.js';
import { declarativeFieldMarkers } from './definitions/declarative-fields.js';
import { declarativeNestedMarkers } from './definitions/declarative-nested.js';
import { declarativeUnionMarkers } from './definitions/declarative-unions.js';
import { declarativeValueMarkers } from './definitions/declarative-values.js';
import { ignoreMarker } from './definitions/ignore.js';
import { objectMarkers } from './definitions/object.js';
import { oneOfMarkers } from './definitions/one-of.js';
import { packageMarkers } from './definitions/package.js';
import { presenceMarkers } from './definitions/presence.js';
import { rbacMarkers } from './definitions/rbac.js';
import { ignoredMarkers } from './definitions/ignored.js';
import { refusedMarkers } from './definitions/refused.js';
import { resourceMarkers } from './definitions/resource.js';
import { schemaMarkers } from './definitions/schema.js';
import { topologyMarkers } from './definitions/topology.js';
import { itemsMarkers, validationMarkers } from './definitions/validation.js';
import { webhookMarkers } from './definitions/webhook.js';

/** Every marker that vmgen knows, in the order of the reference. */
export const MARKERS: readonly MarkerDefinition[] = [
  ...packageMarkers,
  ...resourceMarkers,
  ...presenceMarkers,
  ...validationMarkers,
  ...oneOfMarkers,
  ...itemsMarkers,
  ...schemaMarkers,
  ...topologyMarkers,
  ...declarativeValueMarkers,
  ...declarativeNestedMarkers,
  ...declarativeFieldMarkers,
  ...declarativeUnionMarkers,
  ...clientMarkers,
  ...objectMarkers,
  ...rbacMarkers,
  ...webhookMarkers,
  ignoreMarker,
  ...ignoredMarkers,
  ...refusedMarkers,
];

/** The markers by name. */
export interface MarkerRegistry {
  get(name: string): MarkerDefinition | undefined;
  keys(): Iterable<string>;
}

export function createMarkerRegistry(): MarkerRegistry {
  return new Map(MARKERS.map((definition) => [definition.name, definition]));
}
