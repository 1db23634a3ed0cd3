import type { MarkerDefinition } from './language/definition.js';
import { CLIENT_MARKERS } from './definitions/client.js';
import { DECLARATIVE_FIELD_MARKERS } from './definitions/declarative-fields.js';
import { DECLARATIVE_NESTED_MARKERS } from './definitions/declarative-nested.js';
import { DECLARATIVE_UNION_MARKERS } from './definitions/declarative-unions.js';
import { DECLARATIVE_VALUE_MARKERS } from './definitions/declarative-values.js';
import { ignoreMarker } from './definitions/ignore.js';
import { OBJECT_MARKERS } from './definitions/object.js';
import { oneOfMarkers } from './definitions/one-of.js';
import { PACKAGE_MARKERS } from './definitions/package.js';
import { POLICY_MARKERS } from './definitions/policy.js';
import { PRESENCE_MARKERS } from './definitions/presence.js';
import { RAW_MARKERS } from './definitions/raw-schema.js';
import { RBAC_MARKERS } from './definitions/rbac.js';
import { RESOURCE_MARKERS } from './definitions/resource.js';
import { SCHEMA_MARKERS } from './definitions/schema.js';
import { TOPOLOGY_MARKERS } from './definitions/topology.js';
import { unsupportedMarkers } from './definitions/unsupported.js';
import { itemsMarkers, validationMarkers } from './definitions/validation.js';
import { WEBHOOK_MARKERS } from './definitions/webhook.js';

/** All markers, in the order of the reference. */
export const MARKERS: readonly MarkerDefinition[] = [
  ...PACKAGE_MARKERS,
  ...RESOURCE_MARKERS,
  ...PRESENCE_MARKERS,
  ...validationMarkers,
  ...oneOfMarkers,
  ...itemsMarkers,
  ...SCHEMA_MARKERS,
  ...RAW_MARKERS,
  ...TOPOLOGY_MARKERS,
  ...DECLARATIVE_VALUE_MARKERS,
  ...DECLARATIVE_NESTED_MARKERS,
  ...DECLARATIVE_FIELD_MARKERS,
  ...DECLARATIVE_UNION_MARKERS,
  ...CLIENT_MARKERS,
  ...OBJECT_MARKERS,
  ...RBAC_MARKERS,
  ...POLICY_MARKERS,
  ...WEBHOOK_MARKERS,
  ignoreMarker,
  ...unsupportedMarkers,
];

/** The markers by name. */
export interface MarkerRegistry {
  get(name: string): MarkerDefinition | undefined;
  keys(): Iterable<string>;
}

/** @throws Error if two definitions have the same name */
export function createMarkerRegistry(
  definitions: readonly MarkerDefinition[] = MARKERS,
): MarkerRegistry {
  const registry = new Map<string, MarkerDefinition>();
  for (const definition of definitions) {
    if (registry.has(definition.name)) {
      throw new Error(`the marker +${definition.name} is registered twice; rename or remove one`);
    }
    registry.set(definition.name, definition);
  }
  return registry;
}
