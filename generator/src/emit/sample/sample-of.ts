import {
  compileSchema,
  type CustomResourceDefinition,
  type CustomResourceDefinitionVersion,
  type JSONSchemaProps,
} from '@vmgen/crd';
import { errorMessage } from '@vmgen/base/text';
import { cloneJson, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { itemSchema, ownProperty, propertySchema } from '@vmgen/base/schema';
import { kebabCase } from '../../text/names.js';
import { scoreOf } from './repair.js';
import { ValueBuilder } from './value-builder.js';

/** A sample of a kind. */
interface Sample {
  /** The object, which an API server accepts if there are no problems. */
  readonly object: JsonObject;
  /** What an API server would reject, each with the path of the field: `spec.host: Required value`. */
  readonly problems: readonly string[];
}

/** How many values are compared with a schema: about a second for a schema with many rules. */
const BUDGET = 4000;

/**
 * The smallest useful object of a kind: with required fields, examples and defaults. Where a rule or a union rejects it,
 * a bounded search looks for one that is valid. The same definition has the same sample.
 *
 * @param version the name of one of its versions
 */
export function sampleOf({ spec }: CustomResourceDefinition, version: string): Sample {
  const { group, names, versions } = spec;
  const declared = versions.find(({ name }) => name === version);
  if (declared === undefined) throw new Error(`${names.kind} has no version ${version}`);
  const schema = declared.schema?.openAPIV3Schema ?? {};
  const type = { apiVersion: `${group}/${version}`, kind: names.kind };
  const meta = { ...type, metadata: { name: `${kebabCase(names.kind)}-sample` } };
  try {
    const object = { ...meta, ...contentOf(schema, meta) };
    const problems = problemsOf(object, declared);
    return { object: inSchemaOrder(object, schema), problems };
  } catch (error) {
    // A default that grows without limits, or an embedded object with a type of the wrong type.
    return { object: meta, problems: [errorMessage(error)] };
  }
}

/** The fields of an object, with defaults. */
function contentOf(schema: JSONSchemaProps, meta: JsonObject): JsonObject {
  const builder = new ValueBuilder(BUDGET);
  const root = rootSchema(schema, meta);
  const built = builder.build(root);
  const object = isUseful(built, schema) ? built : withOneField(built, root, builder);
  if (!isJsonObject(object)) return {};
  const { status } = object;
  compileSchema(schema).default(object);
  // The controller writes the status, also one with a default.
  if (status === undefined) delete object.status;
  return object;
}

/** The schema of the objects to search: with a spec and with this metadata, and without a status that is not required. */
function rootSchema(schema: JSONSchemaProps, meta: JsonObject): JSONSchemaProps {
  const { properties = {}, required = [] } = schema;
  const stated = Object.entries(meta).map(([name, example]): [string, JSONSchemaProps] => {
    return [name, { ...ownProperty(schema, name), example }];
  });
  const own = Object.entries(properties).filter(
    ([name]) => !Object.hasOwn(meta, name) && (name !== 'status' || required.includes(name)),
  );
  const names = new Set([
    ...Object.keys(meta),
    ...required,
    ...own.map(([name]) => name).filter(isSpec),
  ]);
  return {
    ...schema,
    type: 'object',
    properties: Object.fromEntries([...stated, ...own]),
    required: [...names],
    // Its rules may refer to the name.
    'x-kubernetes-embedded-resource': true,
  };
}

const isSpec = (name: string): boolean => name === 'spec';

/** Whether an object contains more than what all objects have. */
function isUseful(object: JsonValue, { properties = {} }: JSONSchemaProps): boolean {
  if (!isJsonObject(object)) return true;
  const { spec, apiVersion: _, kind: __, metadata: ___, ...others } = object;
  if (Object.keys(others).length > 0 || Object.keys(properties).length === 0) return true;
  return isJsonObject(spec) && Object.keys(spec).length > 0;
}

/** How many optional fields are tried. */
const MOST_FIELDS = 8;

/** The object with the first optional field of its spec, or of the object itself, that is valid. */
function withOneField(object: JsonValue, root: JSONSchemaProps, builder: ValueBuilder): JsonValue {
  const spec = ownProperty(root, 'spec');
  const names = Object.keys((spec ?? root).properties ?? {});
  const score = scoreOf(builder.errors(root, object));
  for (const name of names
    .filter((each) => !(root.required ?? []).includes(each))
    .slice(0, MOST_FIELDS)) {
    const next = builder.build(requiring(root, spec, name));
    if (isUseful(next, root) && scoreOf(builder.errors(root, next)) <= score) return next;
  }
  return object;
}

function requiring(
  root: JSONSchemaProps,
  spec: JSONSchemaProps | undefined,
  name: string,
): JSONSchemaProps {
  if (spec === undefined) return { ...root, required: [...(root.required ?? []), name] };
  const next = { ...spec, required: [...(spec.required ?? []), name] };
  return { ...root, properties: { ...root.properties, spec: next } };
}

/** What an API server rejects or drops. */
function problemsOf(
  object: JsonObject,
  { schema = {}, subresources }: CustomResourceDefinitionVersion,
): string[] {
  const compiled = compileSchema(schema.openAPIV3Schema ?? {});
  const copy = cloneJson(object);
  const unknown = compiled.prune(copy).map((path) => `${path}: unknown field`);
  const errors = compiled.validate(copy, { scale: subresources?.scale });
  return [...unknown, ...errors.map(({ field, message }) => `${field}: ${message}`)];
}

/** The value with its fields in the order of the schema. */
function inSchemaOrder<T extends JsonValue>(value: T, schema: JSONSchemaProps | undefined): T;
function inSchemaOrder(value: JsonValue, schema: JSONSchemaProps | undefined): JsonValue {
  if (Array.isArray(value)) {
    return value.map((each) => inSchemaOrder(each, schema && itemSchema(schema)));
  }
  if (!isJsonObject(value)) return value;
  const known = Object.keys(schema?.properties ?? {});
  const names = new Set([
    ...known.filter((name) => Object.hasOwn(value, name)),
    ...Object.keys(value),
  ]);
  return Object.fromEntries(
    [...names].map((name) => {
      return [name, inSchemaOrder(value[name] ?? null, schema && propertySchema(schema, name))];
    }),
  );
}
