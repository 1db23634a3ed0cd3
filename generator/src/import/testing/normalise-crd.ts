import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@vmgen/crd';
import { structureOf } from '../shapes/structure.js';
import { KNOWN_SCHEMAS } from '../../schema/known-schemas.js';
import { isOfTool } from '../shapes/kind-shape.js';

/**
 * Normalizes a CRD as an API server stores it, without generated parts, to compare two of them:
 *
 * - without status, metadata other than name, labels and annotations, and annotations of tools;
 * - with the names that the server adds (listKind, singular) and without `conversion: None`;
 * - without values that Go types omit in JSON: empty lists, false, 0 and null;
 * - without apiVersion, kind and metadata of the root if they are those of every kind;
 * - without the descriptions of the runtime's own types (Condition, LabelSelector);
 * - with sorted versions and required fields.
 */
export function normaliseCrd({ metadata, spec }: CustomResourceDefinition): unknown {
  const { names, conversion } = spec;
  const annotations = Object.entries(metadata.annotations ?? {}).filter(([key]) => !isOfTool(key));
  return {
    metadata: {
      name: metadata.name,
      annotations: Object.fromEntries(annotations),
      labels: metadata.labels ?? {},
    },
    spec: {
      group: spec.group,
      scope: spec.scope,
      names: {
        ...withoutEmpty(names),
        listKind: names.listKind || `${names.kind}List`,
        singular: names.singular || names.kind.toLowerCase(),
      },
      conversion: conversion?.strategy === 'None' ? undefined : conversion,
      versions: Object.fromEntries(
        spec.versions.map((version) => [version.name, normaliseVersion(version)]),
      ),
    },
  };
}

function normaliseVersion({
  schema,
  additionalPrinterColumns = [],
  ...version
}: CustomResourceDefinitionVersion): unknown {
  const { properties = {}, ...root } = schema?.openAPIV3Schema ?? {};
  return {
    ...withoutEmpty(version),
    served: version.served,
    storage: version.storage,
    ...withoutEmpty({ columns: additionalPrinterColumns.map(withoutEmpty) }),
    schema: normaliseSchema({
      ...root,
      properties: Object.fromEntries(
        Object.entries(properties).filter(([name, each]) => !isStandard(name, each)),
      ),
    }),
  };
}

const STANDARD: Readonly<Record<string, string>> = {
  apiVersion: '{"type":"string"}',
  kind: '{"type":"string"}',
  metadata: '{"type":"object"}',
};

function isStandard(name: string, { description: _, ...stated }: JSONSchemaProps): boolean {
  return STANDARD[name] !== undefined && ['{}', STANDARD[name]].includes(JSON.stringify(stated));
}

/** A schema with normalized parts; a part may have the description of its type. */
function normaliseSchema(schema: JSONSchemaProps, isPart = false): unknown {
  const { properties = {}, required = [], items, additionalProperties, ...others } = schema;
  const known = knownText(schema);
  const { description, ...silent } = others;
  const isOwnText = known !== undefined && (isPart || description === known);
  return withoutEmpty({
    ...(isOwnText ? silent : others),
    required: [...required].sort(),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [
        name,
        normaliseSchema(known === undefined ? each : withoutTexts(each)),
      ]),
    ),
    items: items && !Array.isArray(items) ? normaliseSchema(items, true) : items,
    additionalProperties:
      typeof additionalProperties === 'object'
        ? normaliseSchema(additionalProperties, true)
        : additionalProperties,
  });
}

/** The description of the runtime type, if a schema has that type. */
function knownText(schema: JSONSchemaProps): string | undefined {
  const structure = structureOf(schema);
  return structure.is === 'runtime' ? KNOWN_SCHEMAS[structure.name].description : undefined;
}

function withoutTexts(schema: JSONSchemaProps): JSONSchemaProps {
  const { description: _, properties, items, additionalProperties, ...others } = schema;
  return {
    ...others,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, withoutTexts(each)]),
      ),
    }),
    ...(items && !Array.isArray(items) ? { items: withoutTexts(items) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: withoutTexts(additionalProperties) }
      : additionalProperties === undefined
        ? {}
        : { additionalProperties }),
  };
}

/** Fields that have a meaning even if they are empty. */
const KEEPS_EMPTY: ReadonlySet<string> = new Set(['default', 'example', 'status']);
/** Pointers in Go, which keep false and 0. */
const KEPT =
  /^(?:minimum|maximum|multipleOf|(?:min|max)(?:Length|Items|Properties)|x-kubernetes-.*)$/;

/** An object without the values that Go omits. */
function withoutEmpty<T extends object>(object: T): Partial<T> {
  const entries = Object.entries(object).filter(([name, value]: [string, unknown]) => {
    if (value === undefined || value === null) return false;
    if (KEEPS_EMPTY.has(name)) return true;
    if (typeof value === 'object') return Object.keys(value).length > 0;
    return KEPT.test(name) || (value !== false && value !== '' && value !== 0);
  });
  return Object.fromEntries(entries) as Partial<T>;
}
