import type { JSONSchemaProps } from '@vmgen/crd';
import { referenceOf, type TypeLibrary, type TypeSchema } from '../data/type-library.js';
import { objectMetaSchema } from '../managed-fields/object-meta-schema.js';
import type { PatchSchema } from '../data/patch-schema.js';
import { OBJECT_META } from './decode-object.js';

/** Types that field management treats as scalars. */
const SCALARS = /\.(meta\.v1\.(Micro)?Time|resource\.Quantity|intstr\.IntOrString)$/;

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
export class StructuralProps {
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
    const schema = this.#types.schema(component);
    return schema.properties === undefined || component.endsWith('.JSONSchemaProps')
      ? ANYTHING
      : this.#convert(schema);
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
