import type { Type } from '../types/type.js';
import type { Keywords, PropertySchema, Schema } from '../schema/schema.js';

type Values = NonNullable<Keywords['enum']>;

/** One member of a union of objects. */
export interface Variant {
  readonly type: Type;
  readonly name: string;
  readonly schema: Schema;
}

/** How the members of a union are distinguished. */
export type UnionForm =
  /** By a field that has different literals in each of them. */
  | {
      readonly kind: 'discriminated';
      readonly discriminator: string;
      readonly valuesOf: (variant: Variant) => Values;
    }
  /** By the one required field that only one of them has. */
  | { readonly kind: 'tagged'; readonly tagOf: (variant: Variant) => string };

/** The form of a union of objects; undefined if its members cannot be distinguished. */
export function unionForm(variants: readonly Variant[]): UnionForm | undefined {
  const [first] = variants;
  const discriminator = first && namesOf(first).find((name) => isDiscriminator(name, variants));
  if (discriminator !== undefined) {
    const valuesOf = (variant: Variant): Values => literalsOf(variant, discriminator);
    return { kind: 'discriminated', discriminator, valuesOf };
  }
  const tags = new Map(variants.map((variant) => [variant, tagIn(variant, variants)]));
  if ([...tags.values()].includes(undefined)) return undefined;
  return { kind: 'tagged', tagOf: (variant) => tags.get(variant) ?? '' };
}

function isDiscriminator(name: string, variants: readonly Variant[]): boolean {
  const values = variants.map((variant) => literalsOf(variant, name));
  const all = values.flat();
  const types = new Set(all.map((value) => typeof value));
  const isEverywhere = values.every((each) => each.length > 0);
  return isEverywhere && types.size === 1 && new Set(all).size === all.length;
}

function literalsOf(variant: Variant, name: string): Values {
  const property = propertiesOf(variant).find((each) => each.name === name);
  return property?.required ? (property.schema.keywords.enum ?? []) : [];
}

/**
 * The one field that a member requires and no other member has; its remaining fields belong to all members.
 */
function tagIn(variant: Variant, variants: readonly Variant[]): string | undefined {
  const others = variants.filter((each) => each !== variant);
  const own = propertiesOf(variant).filter(
    ({ name }) => !others.every((other) => namesOf(other).includes(name)),
  );
  const [tag, ...more] = own;
  if (!tag?.required || more.length > 0) return undefined;
  return others.some((other) => namesOf(other).includes(tag.name)) ? undefined : tag.name;
}

const propertiesOf = ({ schema }: Variant): readonly PropertySchema[] =>
  schema.kind === 'object' ? schema.properties : [];

const namesOf = (variant: Variant): string[] => propertiesOf(variant).map(({ name }) => name);
