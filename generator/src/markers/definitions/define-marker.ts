import { foldKeywords } from '../../schema/fold-keywords.js';
import { withKeywords, type Keywords, type Schema } from '../../schema/schema.js';
import { boolean, optional } from '../language/arguments.js';
import type {
  ArgumentDefinition,
  ArgumentDefinitions,
  ArgumentType,
  ValueOf,
  ValuesOf,
} from '../language/arguments.js';
import type {
  EffectResult,
  MarkerDefinition,
  MarkerDescription,
  MarkerEffects,
  MarkerForm,
  MarkerUse,
  Place,
} from '../language/definition.js';
import { typeMismatch } from './type-mismatch.js';

/** The arguments of a use according to their definitions; unknown without definitions. */
type WithValues<Definitions, Values> = [Definitions] extends [never] ? unknown : Values;

type Values<
  V extends ArgumentDefinition,
  A extends ArgumentDefinitions,
  P extends ArgumentDefinitions,
  F extends ArgumentType,
> = [V | A | P | F] extends [never]
  ? Readonly<Record<string, never>>
  : WithValues<V, ValuesOf<{ readonly value: V }>> &
      WithValues<A, ValuesOf<A>> &
      WithValues<P, ValuesOf<P>> &
      WithValues<F, Readonly<Record<string, ValueOf<F>>>>;

/** What the effects receive: a marker that requires another one always has it. */
type Use<Values, TakesMarker> = MarkerUse<Values> &
  (TakesMarker extends true ? { readonly inner: MarkerUse } : unknown);

interface Effects<Values, TakesMarker = false> extends MarkerEffects<
  Values,
  Use<Values, TakesMarker>
> {
  /** The kinds of schemas that the marker applies to; it is refused on others. */
  readonly kinds?: readonly Schema['kind'][];
  /** An effect that sets keywords which depend only on the arguments. */
  keywords?(this: void, values: Values): Keywords;
}

/** A marker whose effects receive its arguments as parsed by their definitions. */
export function defineMarker<
  V extends ArgumentDefinition = never,
  A extends ArgumentDefinitions = never,
  P extends ArgumentDefinitions = never,
  F extends ArgumentType = never,
  M extends boolean = false,
>({
  kinds,
  keywords,
  ...definition
}: MarkerDescription &
  MarkerForm<V, A, P, F, M> &
  Effects<Values<V, A, P, F>, M>): MarkerDefinition<Values<V, A, P, F>> {
  const all: MarkerEffects<Values<V, A, P, F>> = definition;
  const { effect = keywords && setKeywords(keywords), condition } = all;
  if (!kinds) return { ...definition, ...(effect && { effect }) };
  return {
    ...definition,
    ...(effect && {
      // A refused declaration may have other diagnostics.
      effect: (schema, use, context) =>
        kinds.includes(schema.kind) || schema.kind === 'invalid'
          ? effect(schema, use, context)
          : typeMismatch(schema, kinds),
    }),
    ...(condition && {
      condition: (subject, use, schema) =>
        kinds.includes(schema.kind) ? condition(subject, use, schema) : typeMismatch(schema, kinds),
    }),
  };
}

const setKeywords =
  <V>(keywords: (values: V) => Keywords): NonNullable<MarkerEffects<V>['effect']> =>
  (schema, { values, position }) => ({
    schema: withKeywords(schema, keywords(values), position),
  });

/** Runs an effect on a part of a schema, and merges the result into the part. */
export function overlaid(
  part: Schema,
  effect: NonNullable<MarkerDefinition['effect']>,
  use: MarkerUse,
): EffectResult {
  const context = { siblings: [use], refused: [], base: part.keywords };
  const result = effect({ ...part, keywords: {}, origins: {} }, use, context);
  return 'schema' in result ? { schema: foldKeywords(part, result.schema) } : result;
}

export const TYPE_AND_FIELD: readonly Place[] = ['type', 'field'];

/** A marker that sets keywords or has another effect; `+name=false` is equivalent to no marker. */
export function flagMarker({
  keywords = {},
  effect = (schema, { position }) => ({ schema: withKeywords(schema, keywords, position) }),
  ...definition
}: Omit<MarkerDescription, 'places'> &
  Partial<Pick<MarkerDescription, 'places'>> &
  Pick<Effects<unknown>, 'kinds' | 'effect'> & { readonly keywords?: Keywords }) {
  return defineMarker({
    places: TYPE_AND_FIELD,
    ...definition,
    value: optional(boolean, 'False is equivalent to no marker.'),
    effect: (schema, use, context) =>
      use.values.value === false ? { schema } : effect(schema, use, context),
  });
}
