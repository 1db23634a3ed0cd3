import type { JSONSchemaProps } from '@vmgen/crd';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { describeType } from '../types/describe-type.js';
import { shapeOf, type Type, type TypeTable } from '../types/type.js';
import { celIsOther, fieldOfSelf } from '../schema/cel-text.js';
import {
  invalidSchema,
  type Keywords,
  type PropertySchema,
  type Schema,
} from '../schema/schema.js';
import { relatedTo } from '../diagnostics/related.js';
import { jsonText } from '../text/json-text.js';
import { toJsonSchema } from '../schema/to-json-schema.js';

type UnionType = Extract<Type, { kind: 'union' }>;

/**
 * The schema of a union of objects: the fields of all members, and a `oneOf` that states which of them belong
 * together. Other unions have no schema.
 */
export function unionSchema(
  union: UnionType,
  types: TypeTable,
  diagnostics: DiagnosticList,
  build: (member: Type) => Schema,
): Schema {
  const { position } = union;
  const refused = invalidSchema(position);
  const shapes = union.members.map((member) => shapeOf(member, types));
  if (!shapes.every((shape) => shape?.kind === 'object')) {
    refuseScalars(union, types, diagnostics);
    return refused;
  }
  const variants = union.members.map((member): Variant => {
    return { type: member, name: describeType(member, types), schema: build(member) };
  });
  // A refused member has its own diagnostic.
  if (!variants.every(({ schema }) => schema.kind === 'object' && !schema.isPartial))
    return refused;
  const form = unionForm(variants);
  if (!form) {
    diagnostics.error(
      'VMGEN4304',
      position,
      `the members of ${variants.map(({ name }) => name).join(' | ')} cannot be distinguished`,
      'give each member a field with different literals, or one required field of its own',
    );
    return refused;
  }
  const properties = mergeVariants(variants, form, diagnostics);
  const rules = variants.flatMap((variant) => rulesOf(variant, form, diagnostics));
  return {
    position,
    keywords: {
      oneOf: variants.map((variant) => branchOf(variant, form, properties)),
      ...(rules.length > 0 ? { 'x-kubernetes-validations': rules } : {}),
    },
    origins: { oneOf: position },
    kind: 'object',
    properties,
  };
}

/** The types of an int-or-string. */
const EITHER: readonly string[] = ['string', 'number', 'Int32', 'Int64', 'enum'];

function refuseScalars(
  { members, position }: UnionType,
  types: TypeTable,
  diagnostics: DiagnosticList,
): void {
  const shapes = members.map((member) => shapeOf(member, types));
  if (shapes.some((shape) => shape?.kind === 'invalid')) return;
  const kinds = shapes.map((shape) => (shape?.kind === 'runtime' ? shape.name : shape?.kind));
  if (kinds.every((kind) => kind !== undefined && EITHER.includes(kind))) {
    diagnostics.error(
      'VMGEN4303',
      position,
      'string | number has no schema',
      'use IntOrString of @vmgen/runtime',
    );
    return;
  }
  diagnostics.error(
    'VMGEN4303',
    position,
    `the union ${members.map((member) => describeType(member, types)).join(' | ')} has no schema`,
    'use one type, a union of literals, or a union of interfaces with a discriminator',
  );
}

/** The condition for one member of the union. */
function branchOf(
  variant: Variant,
  form: UnionForm,
  properties: readonly PropertySchema[],
): JSONSchemaProps {
  if (form.kind === 'tagged') return { required: [form.tagOf(variant)] };
  const { discriminator } = form;
  const own = propertiesOf(variant)
    .filter(({ required, name }) => required && !isAlwaysRequired(name, properties))
    .map(({ name }) => name);
  return {
    properties: Object.fromEntries([[discriminator, { enum: [...form.valuesOf(variant)] }]]),
    required: [discriminator, ...own],
  };
}

function isAlwaysRequired(name: string, properties: readonly PropertySchema[]): boolean {
  return properties.some((property) => property.name === name && property.required);
}

const propertiesOf = ({ schema }: Variant): readonly PropertySchema[] =>
  schema.kind === 'object' ? schema.properties : [];

/** The rules of a member's own type apply if that member is present. */
function rulesOf(
  variant: Variant,
  form: UnionForm,
  diagnostics: DiagnosticList,
): NonNullable<JSONSchemaProps['x-kubernetes-validations']> {
  const { schema, name } = variant;
  const { 'x-kubernetes-validations': rules = [], ...others } = schema.keywords;
  for (const keyword of Object.keys(others)) {
    if (keyword === 'description' || keyword === 'title' || keyword === 'oneOf') continue;
    const at: SourcePosition = schema.origins[keyword] ?? schema.position;
    diagnostics.error(
      'VMGEN4306',
      at,
      `${keyword} of ${name} cannot apply to only one member of a union`,
      'put the marker on the type of the whole union, or write a rule',
    );
  }
  const guards = (usesOld: boolean, isOptional: boolean): string => {
    const guard = guardOf(variant, form, 'self');
    if (!usesOld) return guard;
    if (!isOptional) return `${guard} || ${guardOf(variant, form, 'oldSelf')}`;
    return `${guard} || oldSelf.hasValue() && ${guardOf(variant, form, 'oldSelf.value()')}`;
  };
  return rules.map((rule) => {
    const guard = guards(usesOldSelf(rule.rule), rule.optionalOldSelf ?? false);
    return { ...rule, rule: `${guard} || (${rule.rule})` };
  });
}

/** Whether a rule uses the variable `oldSelf`, outside of strings and not as the name of a field. */
const usesOldSelf = (rule: string): boolean =>
  /(?<!\.\s*)\boldSelf\b/.test(rule.replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g, "''"));

/** An expression that a value is of another member. */
function guardOf(variant: Variant, form: UnionForm, value: string): string {
  if (form.kind === 'tagged') return `!has(${fieldOfSelf(form.tagOf(variant), value)})`;
  return celIsOther(fieldOfSelf(form.discriminator, value), form.valuesOf(variant));
}

interface Seen {
  readonly property: PropertySchema;
  readonly owner: Variant;
  /** How many members have it, and how many require it. */
  readonly owners: number;
  readonly count: number;
}

/** The fields of all members of a union, required if all members require them. */
function mergeVariants(
  variants: readonly Variant[],
  form: UnionForm,
  diagnostics: DiagnosticList,
): PropertySchema[] {
  const merged = new Map<string, Seen>();
  for (const owner of variants) {
    const { schema } = owner;
    for (const property of schema.kind === 'object' ? schema.properties : []) {
      const known = merged.get(property.name);
      const isDiscriminator = form.kind === 'discriminated' && property.name === form.discriminator;
      if (known && !isDiscriminator) refuseOther(known, property, owner, diagnostics);
      merged.set(property.name, {
        owner: known?.owner ?? owner,
        owners: (known?.owners ?? 0) + 1,
        count: (known?.count ?? 0) + Number(property.required),
        property: known
          ? { ...known.property, schema: together(known.property, property, isDiscriminator) }
          : property,
      });
    }
  }
  for (const seen of merged.values()) {
    if (seen.owners < variants.length) warnOfDefault(seen, diagnostics);
  }
  return [...merged.values()].map(({ property, count }) => {
    return { ...property, required: count === variants.length };
  });
}

/** The API server applies a default regardless of which member is intended. */
function warnOfDefault({ property, owner }: Seen, diagnostics: DiagnosticList): void {
  const { name, schema, position } = property;
  if (schema.keywords.default === undefined) return;
  diagnostics.warning(
    'VMGEN4307',
    schema.origins['default'] ?? position,
    `the default of ${name} does not apply to ${owner.name} only: the API server sets it in every member of the union`,
    'remove it, or give every member the field',
  );
}

/** A discriminator has the values of all members. */
function together(first: PropertySchema, second: PropertySchema, isDiscriminator: boolean): Schema {
  if (!isDiscriminator) return first.schema;
  const { keywords } = first.schema;
  const values = [...(keywords.enum ?? []), ...(second.schema.keywords.enum ?? [])];
  const { description = second.schema.keywords.description } = keywords;
  const described = description === undefined ? {} : { description };
  return { ...first.schema, keywords: { ...keywords, ...described, enum: values } };
}

function refuseOther(
  known: Seen,
  property: PropertySchema,
  owner: Variant,
  diagnostics: DiagnosticList,
): void {
  const facts = ({ schema }: PropertySchema): string => {
    const keywords = { ...schema.keywords, description: undefined };
    return jsonText(toJsonSchema({ ...schema, keywords }));
  };
  if (facts(known.property) === facts(property)) return;
  diagnostics.error(
    'VMGEN4305',
    property.position,
    `${property.name} of ${owner.name} differs from the one of ${known.owner.name}`,
    'give both fields one type, or one of them another name',
    relatedTo(known.property.position, `the one of ${known.owner.name}`),
  );
}

type Values = NonNullable<Keywords['enum']>;

/** One member of a union of objects. */
interface Variant {
  readonly type: Type;
  readonly name: string;
  readonly schema: Schema;
}

/** How the members of a union are distinguished. */
type UnionForm =
  /** By a field that has different literals in each of them. */
  | {
      readonly kind: 'discriminated';
      readonly discriminator: string;
      readonly valuesOf: (variant: Variant) => Values;
    }
  /** By the one required field that only one of them has. */
  | { readonly kind: 'tagged'; readonly tagOf: (variant: Variant) => string };

/** The form of a union of objects; undefined if its members cannot be distinguished. */
function unionForm(variants: readonly Variant[]): UnionForm | undefined {
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

const namesOf = (variant: Variant): string[] => propertiesOf(variant).map(({ name }) => name);
