import type { MarkerArguments } from './arguments.js';
import type { MarkerDefinition, MarkerUse } from './definition.js';

/** The markers of a declaration, including the definitions of refused ones. */
interface Annotated {
  readonly markers: readonly MarkerUse[];
  readonly refused: readonly MarkerDefinition[];
}

/** Whether a use is of this marker; its values then have the types of the definition. */
export const isUseOf = <Values extends MarkerArguments>(
  use: MarkerUse,
  definition: MarkerDefinition<Values>,
): use is MarkerUse<Values> => use.definition === definition;

/** The uses of a marker, in source order. */
export const usesOf = <Values extends MarkerArguments>(
  markers: readonly MarkerUse[],
  definition: MarkerDefinition<Values>,
): MarkerUse<Values>[] => markers.filter((use) => isUseOf(use, definition));

/** The first use of a marker. */
export const find = <Values extends MarkerArguments>(
  markers: readonly MarkerUse[],
  definition: MarkerDefinition<Values>,
): MarkerUse<Values> | undefined => markers.find((use) => isUseOf(use, definition));

/** Whether the declaration has a marker that needs no value; one with an invalid value counts as intended. */
export function isUsed(definition: MarkerDefinition, { markers, refused }: Annotated): boolean {
  return find(markers, definition) !== undefined || refused.includes(definition);
}
