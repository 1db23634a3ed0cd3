import type { JSONSchemaProps } from '@vmgen/crd';
import { referenceOf, type TypeLibrary, type TypeSchema } from '../data/type-library.js';
import { objectMetaSchema } from '../managed-fields/object-meta-schema.js';
import type { PatchSchema } from '../data/patch-schema.js';
import { OBJECT_META } from './decode-object.js';

/** Types that are not structs, as ownership tracking sees them. */
const SCALARS = /\.(meta\.v1\.(Micro)?Time|resource\.Quantity|intstr\.IntOrString)$/;

/** What a type that holds any JSON is to those who patch it. */
const ANYTHING: JSONSchemaProps = {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
};

/** What a schema says of itself, beside what it holds. */
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
 * Types as schemas without references, which patches and ownership tracking read. What two types
 * have in common is one object, and a type that contains itself is a cycle.
 */
export class StructuralProps {
  readonly #types: TypeLibrary;
  readonly #known = new Map<string, PatchSchema>();
  /** Types that are being converted. */
  readonly #unfinished = new Set<PatchSchema>();
  /** Copies of unfinished types, to be filled in once those are complete. */
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
    // A format makes a string any scalar.
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
