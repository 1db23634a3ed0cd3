import type { MarkerDefinition, MarkerUse } from './definition.js';

/** The markers of a place, and what those of them are that were refused. */
interface Said {
  readonly markers: readonly MarkerUse[];
  readonly refused: readonly MarkerDefinition[];
}

/** Whether a marker that needs no value stands there: one with a wrong value still says that it is meant. */
export function isSaid(definition: MarkerDefinition, { markers, refused }: Said): boolean {
  return markers.some((use) => use.definition === definition) || refused.includes(definition);
}
