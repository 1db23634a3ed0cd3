import type { CompiledSchema, FieldError, JSONSchemaProps } from '@vmgen/crd';
import {
  isJsonObject,
  type DuplicateKeys,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { referenceOf, type TypeLibrary, type TypeSchema } from '../data/type-library.js';
import type { BuiltInStrategy } from './strategies/built-in-strategy.js';
import { decodeObject, OBJECT_META } from './decode-object.js';
import { DefaultFiller } from './fill-defaults.js';
import { fieldErrors } from '@vmgen/crd/internal';
import { objectMetaSchema } from '../managed-fields/object-meta-schema.js';
import type { PatchSchema } from '../data/patch-schema.js';

/** The types of the built-in kinds, loaded on first use. */
export class BuiltInTypes {
  readonly library: TypeLibrary;
  readonly #defaults: DefaultFiller;
  readonly #props: StructuralProps;

  constructor(library: TypeLibrary) {
    this.library = library;
    this.#defaults = new DefaultFiller(library);
    this.#props = new StructuralProps(library);
  }

  /** Returns an object of a type with all fields at Go's zero value, as JSON shows it. */
  zeroOf(component: string): JsonObject {
    const zero: JsonObject = {};
    this.#defaults.fill(component, zero);
    return zero;
  }

  /**
   * Decodes an object as Go's decoder does, in place.
   *
   * @returns the messages of field validation: `unknown field "PATH"`, `duplicate field "PATH"`
   */
  decode(component: string, object: JsonObject, duplicates?: DuplicateKeys): string[] {
    return decodeObject(this.library, component, object, duplicates).map(
      ({ problem, path }) => `${problem} field ${JSON.stringify(path)}`,
    );
  }

  /**
   * Presents a type as the compiled schema of a CRD, so that the registry handles both alike:
   * `prune` decodes, `default` sets defaults, `validate` checks what the type requires.
   *
   * @param component the type's name in OpenAPI documents, such as `io.k8s.api.core.v1.Pod`
   */
  schemaOf(component: string, strategy: BuiltInStrategy): CompiledSchema {
    const [library, defaults, props] = [this.library, this.#defaults, this.#props];
    const { validatesSchema = strategy.validate === undefined } = strategy;
    return {
      get props() {
        return props.of(component);
      },
      prune: (object) => decodeObject(library, component, object).map(({ path }) => path),
      default(object) {
        defaults.fill(component, object);
        strategy.defaults?.(object);
      },
      validate: (object) =>
        validatesSchema && isJsonObject(object) ? schemaErrors(library, component, object) : [],
    };
  }
}

/**
 * Reports the required fields of an object that are empty, with the message of Kubernetes' own
 * validation. Metadata and status are excluded: metadata has separate rules, and most of the status
 * is not validated.
 *
 * @param component the object's type in OpenAPI documents
 */
function schemaErrors(types: TypeLibrary, component: string, object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { properties = {}, required = [] } = types.schema(component);
  for (const [name, schema] of Object.entries(properties)) {
    if (name === 'metadata' || name === 'status') continue;
    check(types, schema, object[name], name, required.includes(name), errors);
  }
  return errors;
}

function check(
  types: TypeLibrary,
  schema: TypeSchema,
  value: JsonValue | undefined,
  path: string,
  isRequired: boolean,
  errors: FieldError[],
): void {
  if (value === undefined || value === null || value === '') {
    if (isRequired) errors.push(fieldErrors.required(path));
    return;
  }
  const { items, additionalProperties: entry } = schema;
  if (Array.isArray(value)) {
    if (items === undefined) return;
    value.forEach((item, index) => {
      check(types, items, item, `${path}[${index}]`, false, errors);
    });
  } else if (isJsonObject(value)) {
    if (entry !== undefined) {
      for (const [key, item] of Object.entries(value)) {
        check(types, entry, item, `${path}[${key}]`, false, errors);
      }
    }
    const component = referenceOf(schema);
    if (component === undefined) return;
    const { properties = {}, required = [] } = types.schema(component);
    for (const [name, field] of Object.entries(properties)) {
      check(types, field, value[name], `${path}.${name}`, required.includes(name), errors);
    }
  }
}

/** Types that field management treats as scalars. */
const SCALARS = /\.(meta\.v1\.(Micro)?Time|resource\.Quantity)$/;

/** Types without a type in OpenAPI documents: field management accepts any value as a whole. */
const ATOMS =
  /\.(intstr\.IntOrString|runtime\.RawExtension|apiextensions\.v1\.JSON(SchemaPropsOr\w+)?)$/;

/** The schema of a type that holds any JSON, for patches. */
const ANYTHING: JSONSchemaProps = {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
};

/** The keywords that are copied from a schema, beside those for nested schemas. */
const KEPT = [
  'type',
  'format',
  'default',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  'x-kubernetes-patch-strategy',
  'x-kubernetes-patch-merge-key',
] as const;

/**
 * Types as schemas without references, for patches and field management. Types that several types
 * contain are shared objects, and a recursive type is a cycle.
 */
class StructuralProps {
  readonly #types: TypeLibrary;
  readonly #known = new Map<string, PatchSchema>();
  /** Types whose conversion is not complete. */
  readonly #unfinished = new Set<PatchSchema>();
  /** Copies of incomplete types, to fill in when those are complete. */
  readonly #copies: (() => void)[] = [];

  constructor(types: TypeLibrary) {
    this.#types = types;
  }

  /** @param component a name in OpenAPI documents */
  of(component: string): PatchSchema {
    if (component === OBJECT_META) return objectMetaSchema;
    const known = this.#known.get(component);
    if (known !== undefined) return known;
    const props: PatchSchema = {};
    this.#known.set(component, props);
    this.#unfinished.add(props);
    Object.assign(props, this.#make(component));
    this.#unfinished.delete(props);
    if (this.#unfinished.size === 0) for (const fill of this.#copies.splice(0)) fill();
    return props;
  }

  #make(component: string): PatchSchema {
    // A string with a format can be any scalar.
    if (SCALARS.test(component)) return { type: 'string', format: 'scalar' };
    if (ATOMS.test(component)) return { 'x-kubernetes-map-type': 'atomic' };
    const schema = this.#types.schema(component);
    return schema.properties === undefined ? ANYTHING : this.#convert(schema);
  }

  #convert(schema: TypeSchema): PatchSchema {
    const component = referenceOf(schema);
    const { properties, items, additionalProperties } = schema;
    const own: PatchSchema = {};
    for (const keyword of KEPT) {
      if (schema[keyword] !== undefined) Object.assign(own, { [keyword]: schema[keyword] });
    }
    const type = component === undefined ? {} : this.of(component);
    const props: PatchSchema = { ...type, ...own };
    if (this.#unfinished.has(type)) {
      if (Object.keys(own).length === 0) return type;
      this.#copies.push(() => Object.assign(props, type, own));
    }
    if (items !== undefined) props.items = this.#convert(items);
    if (additionalProperties !== undefined) {
      props.additionalProperties = this.#convert(additionalProperties);
    }
    if (properties !== undefined) {
      props.properties = {};
      for (const [name, field] of Object.entries(properties)) {
        props.properties[name] = this.#convert(field);
      }
    }
    return props;
  }
}
