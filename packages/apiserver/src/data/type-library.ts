import type { JsonObject, JsonValue } from '@vmgen/base/json';

/**
 * An OpenAPI v3 schema of a built-in type, as kube-apiserver publishes it. References are in
 * `$ref`, or in `allOf` with a default.
 */
export interface TypeSchema {
  readonly $ref?: string;
  readonly allOf?: readonly TypeSchema[];
  readonly type?: string;
  readonly format?: string;
  readonly default?: JsonValue;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, TypeSchema>>;
  readonly items?: TypeSchema;
  readonly additionalProperties?: TypeSchema;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
}

/** A field of a Go type: its JSON name, protobuf encoding and JSON form. */
export interface MessageField {
  /** Empty for an embedded struct. */
  readonly name: string;
  /**
   * A scalar (`string`, `int`, `bool`, `double`, `bytes`), `strings`, or a message such as
   * `meta.v1.ObjectMeta`.
   */
  readonly type: string;
  readonly list?: boolean;
  /** Whether it is a map from strings to values of the type. */
  readonly map?: boolean;
  /** Whether it is a pointer or always shown, so that zero values are retained. */
  readonly keepZero?: boolean;
}

/** The fields of a message by their number. */
type Message = Readonly<Record<string, MessageField>>;

/** The types of a group and version. */
export interface TypePackage {
  readonly schemas: Readonly<Record<string, TypeSchema>>;
  readonly messages: Readonly<Record<string, Message>>;
}

const REFERENCE = '#/components/schemas/';

/** Returns the component that a schema refers to: `io.k8s.api.core.v1.PodSpec`. */
export function referenceOf(schema: TypeSchema): string | undefined {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference?.slice(REFERENCE.length);
}

/** Returns a component's name as in Go's packages: `core.v1.PodSpec`. */
export function messageOf(component: string): string {
  return component.split('.').slice(-3).join('.');
}

/**
 * The types of Kubernetes' API, as kube-apiserver publishes them without descriptions, with
 * properties of their Go types (hack/distill-built-ins.mjs). A package is loaded on first use.
 */
export class TypeLibrary {
  readonly #load: (name: string) => TypePackage;
  readonly #packages = new Map<string, TypePackage>();
  /** Decoding looks up a schema for each value, so the name must not be split each time. */
  readonly #schemas = new Map<string, TypeSchema>();
  readonly #fields = new Map<string, ReadonlyMap<string, MessageField>>();

  /** @param load returns a package by its name, such as `apps.v1` */
  constructor(load: (name: string) => TypePackage) {
    this.#load = load;
  }

  /** @param component a name in OpenAPI documents, such as `io.k8s.api.core.v1.Pod` */
  schema(component: string): TypeSchema {
    let schema = this.#schemas.get(component);
    if (schema === undefined) {
      schema = this.#packageOf(component).schemas[component];
      if (schema === undefined) throw new Error(`no schema of ${component} is at hand`);
      this.#schemas.set(component, schema);
    }
    return schema;
  }

  /** As {@link schema}, in the form of JSON that can be published. */
  component(name: string): JsonObject {
    // Schemas are read from JSON. Their type has only the properties that are used here.
    return this.schema(name) as unknown as JsonObject;
  }

  /**
   * Returns the fields of a Go struct by their JSON names, those of embedded structs included.
   *
   * @param component a name in OpenAPI documents; a type without protobuf has no known fields
   */
  fields(component: string): ReadonlyMap<string, MessageField> {
    let fields = this.#fields.get(component);
    if (fields === undefined) {
      fields = new Map(this.#fieldsIn(messageOf(component)));
      this.#fields.set(component, fields);
    }
    return fields;
  }

  *#fieldsIn(message: string): Generator<[string, MessageField]> {
    for (const field of Object.values(this.message(message) ?? {})) {
      if (field.name === '') yield* this.#fieldsIn(field.type);
      else yield [field.name, field];
    }
  }

  /** Returns the components of the package that contains a component. */
  siblings(component: string): readonly string[] {
    return Object.keys(this.#packageOf(component).schemas);
  }

  /** @param name such as `core.v1.Pod`; the result is undefined for a type without protobuf */
  message(name: string): Message | undefined {
    return this.#packageOf(name).messages[name];
  }

  #packageOf(type: string): TypePackage {
    const names = type.split('.').slice(-3, -1).join('.');
    const name = /^(api|pkg|util)\./.test(names) ? 'meta.v1' : names;
    let known = this.#packages.get(name);
    if (known === undefined) {
      known = this.#load(name);
      this.#packages.set(name, known);
    }
    return known;
  }
}
