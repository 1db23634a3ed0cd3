import { relatedTo } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { PropertySchema, Schema } from '../schema/schema.js';
import { toJsonSchema } from '../schema/to-json-schema.js';
import type { UnionForm, Variant } from './union-form.js';

interface Seen {
  readonly property: PropertySchema;
  readonly owner: Variant;
  /** How many members have it, and how many require it. */
  readonly owners: number;
  readonly count: number;
}

/** The fields of all members of a union, required if all members require them. */
export function mergeVariants(
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
    return JSON.stringify(toJsonSchema({ ...schema, keywords }));
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
