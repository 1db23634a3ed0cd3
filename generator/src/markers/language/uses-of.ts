import type { MarkerArguments } from './arguments.js';
import type { MarkerDefinition, MarkerUse } from './definition.js';

/** The markers of a place, and what those of them are that were refused. */
interface Said {
  readonly markers: readonly MarkerUse[];
  readonly refused: readonly MarkerDefinition[];
}

/** Whether a use is of this marker: then it has the values that the definition had read. */
export const isUseOf = <Values extends MarkerArguments>(
  use: MarkerUse,
  definition: MarkerDefinition<Values>,
): use is MarkerUse<Values> => use.definition === definition;

/** The uses of a marker, in their order. */
export const usesOf = <Values extends MarkerArguments>(
  markers: readonly MarkerUse[],
  definition: MarkerDefinition<Values>,
): MarkerUse<Values>[] => markers.filter((use) => isUseOf(use, definition));

/** The first use of a marker. */
export const find = <Values extends MarkerArguments>(
  markers: readonly MarkerUse[],
  definition: MarkerDefinition<Values>,
): MarkerUse<Values> | undefined => markers.find((use) => isUseOf(use, definition));

/** Whether a marker that needs no value stands there: one with a wrong value still says that it is meant. */
export function isSaid(definition: MarkerDefinition, { markers, refused }: Said): boolean {
  return find(markers, definition) !== undefined || refused.includes(definition);
}
