import { STANDARD_FIELDS } from '../schema/known-schemas.js';
import type { CustomResourceDefinition, JSONSchemaProps } from '@vmgen/crd';
import type { BuiltCrd } from '../model/build-crd.js';
import { planConversion, statusPathsOf } from '../model/plan-conversion.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { relatedTo } from '../diagnostics/related.js';

/** Paths of fields, the first few of them: `.spec.ports[].name`, `.spec.labels.*`. */
interface FieldPaths {
  readonly paths: readonly string[];
  /** How many there are in all. */
  readonly count: number;
}

/** The fields that objects lose between a served version and the storage version without a conversion. */
interface LostFields {
  /**
   * The storage version lacks the field: it is pruned when an object is written through the served version.
   */
  readonly unstored: FieldPaths;
  /**
   * The served version lacks the field: its clients do not see it, and remove it when they write the object
   * back.
   */
  readonly unserved: FieldPaths;
  /** The field has another type in the other version, which rejects the objects of this one. */
  readonly retyped: FieldPaths;
}

const NOTHING: FieldPaths = { paths: [], count: 0 };
const NO_LOSS: LostFields = { unstored: NOTHING, unserved: NOTHING, retyped: NOTHING };
const ONE: FieldPaths = { paths: [''], count: 1 };

/** The paths that a message lists. */
const MOST_PATHS = 10;

/** The loss of each served version of a CRD by name; empty if a webhook converts. */
export function lostFieldsOf({
  spec: { conversion, versions },
}: CustomResourceDefinition): ReadonlyMap<string, LostFields> {
  const found = new Map<string, LostFields>();
  const stored = versions.find(({ storage }) => storage)?.schema?.openAPIV3Schema;
  if (!stored || conversion?.strategy === 'Webhook') return found;
  for (const { name, served, storage, schema } of versions) {
    const own = schema?.openAPIV3Schema;
    if (!served || storage || !own) continue;
    const lost = new SchemaComparison().compare(asObject(own), asObject(stored));
    if (lost.unstored.count + lost.unserved.count + lost.retyped.count > 0) found.set(name, lost);
  }
  return found;
}

/** A whole object has standard fields, whether its schema names them or not. */
const asObject = (schema: JSONSchemaProps): JSONSchemaProps => ({
  ...schema,
  'x-kubernetes-embedded-resource': true,
});

/** Compares schemas. A schema with several uses is one object, and is compared once. */
class SchemaComparison {
  readonly #known = new Map<JSONSchemaProps, Map<JSONSchemaProps, LostFields>>();

  compare(served: JSONSchemaProps, stored: JSONSchemaProps): LostFields {
    const known = this.#known.get(served) ?? new Map<JSONSchemaProps, LostFields>();
    this.#known.set(served, known);
    const found = known.get(stored) ?? this.#differences(served, stored);
    known.set(stored, found);
    return found;
  }

  #differences(served: JSONSchemaProps, stored: JSONSchemaProps): LostFields {
    if (!haveOneType(served, stored)) return { ...NO_LOSS, retyped: ONE };
    return merged([
      ...this.#fields(served, stored),
      ...this.#values(served, stored),
      ...this.#items(served, stored),
    ]);
  }

  #fields(served: JSONSchemaProps, stored: JSONSchemaProps): LostFields[] {
    const [own = {}, other = {}] = [served.properties, stored.properties];
    const areWhole = isEmbedded(served) && isEmbedded(stored);
    const names = new Set([...Object.keys(own), ...Object.keys(other)]);
    return [...names].map((name): LostFields => {
      // The API server handles metadata itself, independent of the schema.
      if (areWhole && STANDARD_FIELDS.includes(name)) return NO_LOSS;
      const first = fieldOf(served, name);
      const second = fieldOf(stored, name);
      const lost =
        first && second
          ? this.compare(first, second)
          : {
              ...NO_LOSS,
              unstored: first && !keeps(stored, name) ? ONE : NOTHING,
              unserved: second && !keeps(served, name) ? ONE : NOTHING,
            };
      return below(`.${name}`, lost);
    });
  }

  /** The values of maps. */
  #values(served: JSONSchemaProps, stored: JSONSchemaProps): LostFields[] {
    const [first, second] = [valuesOf(served), valuesOf(stored)];
    if (first && second) return [below('.*', this.compare(first, second))];
    const unstored = first && !preserves(stored) ? ONE : NOTHING;
    const unserved = second && !preserves(served) ? ONE : NOTHING;
    return [below('.*', { ...NO_LOSS, unstored, unserved })];
  }

  #items({ items: first }: JSONSchemaProps, { items: second }: JSONSchemaProps): LostFields[] {
    const isOne = (items: typeof first): items is JSONSchemaProps =>
      items !== undefined && !Array.isArray(items);
    return isOne(first) && isOne(second) ? [below('[]', this.compare(first, second))] : [];
  }
}

/** Whether values of one schema may be valid for the other; a schema without type accepts all. */
function haveOneType(a: JSONSchemaProps, b: JSONSchemaProps): boolean {
  const [first, second] = [a, b].map((schema) =>
    schema['x-kubernetes-int-or-string'] ? 'int-or-string' : schema.type,
  );
  return first === undefined || second === undefined || first === second;
}

function fieldOf({ properties, ...rest }: JSONSchemaProps, name: string) {
  return properties && Object.hasOwn(properties, name) ? properties[name] : valuesOf(rest);
}

/** The values of a map; a map of arbitrary values has values without a type. */
function valuesOf({ additionalProperties: values }: JSONSchemaProps): JSONSchemaProps | undefined {
  return values === true ? {} : values === false ? undefined : values;
}

const preserves = (schema: JSONSchemaProps): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true || schema.type === undefined;

/** Whether a field that a schema does not name survives there. */
function keeps(schema: JSONSchemaProps, name: string): boolean {
  return preserves(schema) || (isEmbedded(schema) && STANDARD_FIELDS.includes(name));
}

const isEmbedded = (schema: JSONSchemaProps): boolean =>
  schema['x-kubernetes-embedded-resource'] === true;

function below(step: string, { unstored, unserved, retyped }: LostFields): LostFields {
  const longer = ({ paths, count }: FieldPaths): FieldPaths =>
    count === 0 ? NOTHING : { paths: paths.map((path) => step + path), count };
  return { unstored: longer(unstored), unserved: longer(unserved), retyped: longer(retyped) };
}

function merged(all: readonly LostFields[]): LostFields {
  const joined = (kind: keyof LostFields): FieldPaths => {
    const found = all.map((each) => each[kind]).filter(({ count }) => count > 0);
    if (found.length === 0) return NOTHING;
    return {
      paths: found.flatMap(({ paths }) => paths).slice(0, MOST_PATHS),
      count: found.reduce((sum, { count }) => sum + count, 0),
    };
  };
  return {
    unstored: joined('unstored'),
    unserved: joined('unserved'),
    retyped: joined('retyped'),
  };
}

/**
 * Reports versions that differ without a conversion: the API server then only changes the apiVersion of an
 * object, and prunes fields that the other version lacks.
 */
export function refuseLostFields({ crd, resource }: BuiltCrd, diagnostics: DiagnosticList): void {
  const stored = resource.versions.find(({ resource: { isStored } }) => isStored);
  if (!stored) return;
  const storedName = stored.package.version;
  for (const [name, { unstored, unserved, retyped }] of lostFieldsOf(crd)) {
    const version = resource.versions.find(({ package: { version } }) => version === name);
    if (!version) continue;
    const { kind, type } = version.resource;
    const losses = [
      ...(unstored.count > 0 ? [`${storedName} lacks ${listed(unstored)}`] : []),
      ...(unserved.count > 0 ? [`${name} lacks ${listed(unserved)}`] : []),
      ...(retyped.count > 0 ? [`these fields have other types: ${listed(retyped)}`] : []),
    ];
    diagnostics.suppressibleError(
      'VMGEN2108',
      type.position,
      `nothing converts ${kind} between ${name} and ${storedName}, which is stored: ${losses.join('; ')}`,
      `declare the same fields in both, convert with +vmgen:conversion:strategy=Webhook, or accept the loss with +vmgen:ignore:code=VMGEN2108,reason="..." above ${kind}`,
      relatedTo(stored.resource.type.position, `${storedName} is here`),
    );
  }
}

/**
 * Reports versions whose statuses differ by more than names. Clients with permission for the spec can write
 * the annotation with content that a version cannot express, so conversions never take the status from it.
 */
export function refuseLostStatus(built: BuiltCrd, diagnostics: DiagnosticList): void {
  const { hub, spokes = [] } = planConversion(built) ?? {};
  for (const spoke of hub ? spokes : []) {
    const all = statusPathsOf(spoke);
    if (all.length === 0) continue;
    const { version } = spoke;
    const { kind, type } = version.resource;
    const [name, stored] = [version.package.version, hub?.package.version];
    diagnostics.suppressibleError(
      'VMGEN2110',
      type.position,
      `the status of ${kind} differs between ${name} and ${stored}: ${listed({ paths: all.slice(0, MOST_PATHS), count: all.length })}; a conversion keeps nothing of a status that a version cannot express`,
      `declare the same status in both, rename its fields with +vmgen:renamedFrom, or accept with +vmgen:ignore:code=VMGEN2110,reason="..." above ${kind} that a write through ${name} removes it until the controller writes the status again`,
      relatedTo(hub?.resource.type.position ?? type.position, `${stored} is here`),
    );
  }
}

function listed({ paths, count }: FieldPaths): string {
  const more = count - paths.length;
  return `${paths.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
