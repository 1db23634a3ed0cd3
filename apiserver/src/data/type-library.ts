import { readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '@vmgen/base/json';

/**
 * A schema of OpenAPI v3 as kube-apiserver publishes it of its own types: a reference stands in
 * `$ref`, or in `allOf` beside a default.
 */
export interface TypeSchema {
  readonly $ref?: string;
  readonly allOf?: readonly TypeSchema[];
  readonly oneOf?: readonly TypeSchema[];
  readonly type?: string;
  readonly format?: string;
  readonly default?: JsonValue;
  readonly enum?: readonly string[];
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

/** One field of a Go type: its JSON name, how protobuf carries it and what JSON shows of it. */
export interface MessageField {
  /** Empty for a struct whose fields stand in the one around it. */
  readonly name: string;
  /**
   * A scalar (`string`, `int`, `bool`, `double`, `bytes`), `strings`, or a message such as
   * `meta.v1.ObjectMeta`.
   */
  readonly type: string;
  readonly list?: boolean;
  /** A map from strings to values of the type. */
  readonly map?: boolean;
  /** A pointer, or always shown: a zero that was sent is meant. */
  readonly keepZero?: boolean;
  /** The name of a scalar's Go type, where it has one of its own: `v1.PullPolicy`. */
  readonly goType?: string;
  /** Its place in Go's struct, where the numbers of the fields are in another order. */
  readonly position?: number;
}

/** The fields of a message by their number. */
type Message = Readonly<Record<string, MessageField>>;

interface TypePackage {
  readonly schemas: Readonly<Record<string, TypeSchema>>;
  readonly messages: Readonly<Record<string, Message>>;
}

const REFERENCE = '#/components/schemas/';

/** The component that a schema refers to: `io.k8s.api.core.v1.PodSpec`. */
export function referenceOf(schema: TypeSchema): string | undefined {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference?.slice(REFERENCE.length);
}

/** A component's name as Go's packages call it: `core.v1.PodSpec`. */
export function messageOf(component: string): string {
  return component.split('.').slice(-3).join('.');
}

/**
 * The types of Kubernetes' API, as kube-apiserver publishes them but without descriptions, and with
 * the facts of their Go types (hack/distill-built-ins.mjs). The types of a package are read when
 * the first of them is asked for.
 */
export class TypeLibrary {
  readonly #packages = new Map<string, TypePackage>();
  /** Decoding looks a schema up once per value: this must not split the name each time. */
  readonly #schemas = new Map<string, TypeSchema>();

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

  /** The same as JSON that can be published. */
  component(name: string): JsonObject {
    // Schemas are read from JSON, and their type says no more than what is read of them here.
    return this.schema(name) as unknown as JsonObject;
  }

  /** The components of the package that has a component. */
  siblings(component: string): readonly string[] {
    return Object.keys(this.#packageOf(component).schemas);
  }

  /** @param name such as `core.v1.Pod`; undefined for a type that protobuf does not carry */
  message(name: string): Message | undefined {
    return this.#packageOf(name).messages[name];
  }

  #packageOf(type: string): TypePackage {
    const names = type.split('.').slice(-3, -1).join('.');
    const name = /^(api|pkg|util)\./.test(names) ? 'meta.v1' : names;
    let known = this.#packages.get(name);
    if (known === undefined) {
      const file = new URL(`../../data/types/${name}.json`, import.meta.url);
      known = JSON.parse(readFileSync(file, 'utf8')) as TypePackage;
      this.#packages.set(name, known);
    }
    return known;
  }
}
