import type { FindingList } from '../findings/finding-list.js';
import type { SourcePosition } from '../findings/finding.js';
import type { MarkerUse } from '../markers/definition.js';
import { schemalessMarker } from '../markers/definitions/schema.js';
import type { Field, Type, TypeId, TypeTable } from '../model/type.js';
import { applyMarkers } from './apply-markers.js';
import { fromJsonSchema } from './from-json-schema.js';
import { KNOWN_SCHEMAS, TYPE_META_SCHEMAS } from './known-schemas.js';
import { toNullable } from './nullable.js';
import type { PropertySchema, Schema } from './schema.js';
import { withKeywords } from './schema.js';

/** Turns types into schemas; each named type once. */
export class SchemaBuilder {
  readonly #types: TypeTable;
  readonly #findings: FindingList;
  readonly #named = new Map<TypeId, Schema>();
  /** The named types on the way down, to see a type that contains itself. */
  readonly #path: TypeId[] = [];

  constructor(types: TypeTable, findings: FindingList) {
    this.#types = types;
    this.#findings = findings;
  }

  /** The schema of a whole kind: the API server itself checks metadata, apiVersion and kind. */
  kind(id: TypeId): Schema {
    const schema = this.#ofNamed(id, this.#types.get(id)?.position);
    if (schema.kind !== 'object') return schema;
    const { position } = schema;
    const own = schema.properties.filter(
      ({ name }) => name !== 'apiVersion' && name !== 'kind' && name !== 'metadata',
    );
    const standard: PropertySchema[] = [
      ...Object.entries(TYPE_META_SCHEMAS),
      ['metadata', { type: 'object' }] as const,
    ].map(([name, props]) => {
      return { name, required: false, schema: fromJsonSchema(props, position), position };
    });
    const root: Schema = { ...schema, properties: [...standard, ...own] };
    this.#refuseOpen(root);
    return root;
  }

  #ofType(type: Type): Schema {
    const base = { position: type.position, keywords: {}, origins: {} };
    switch (type.kind) {
      case 'string':
      case 'boolean':
        return { ...base, kind: type.kind };
      case 'number':
        return { ...base, kind: 'number', isOpen: true };
      case 'bytes':
        return { ...base, keywords: { format: 'byte' }, kind: 'string' };
      case 'enum':
        return enumSchema(type.values, type.position);
      case 'array':
        return { ...base, kind: 'array', items: this.#ofType(type.element) };
      case 'map':
        return { ...base, kind: 'map', values: this.#ofType(type.value) };
      case 'nullable':
        return withKeywords(this.#ofType(type.type), { nullable: true }, type.position);
      case 'runtime':
        return fromJsonSchema(KNOWN_SCHEMAS[type.name], type.position);
      case 'named':
        return this.#ofNamed(type.id, type.position);
      case 'object':
        return this.#ofObject(type);
      case 'unknown':
        return { ...base, kind: 'opaque', isOpen: true };
      case 'invalid':
        return { ...base, kind: 'opaque', isOpen: false };
    }
  }

  #ofNamed(id: TypeId, usedAt: SourcePosition | undefined): Schema {
    const known = this.#named.get(id);
    if (known) return known;
    const named = this.#types.get(id);
    if (!named) throw new Error(`type ${id} was never declared`);
    if (this.#path.includes(id)) {
      this.#refuseCycle(id, usedAt);
      return { position: named.position, keywords: {}, origins: {}, kind: 'opaque', isOpen: false };
    }
    this.#path.push(id);
    const schema = this.#annotated(this.#ofType(named.type), named.doc, named.markers);
    this.#path.pop();
    this.#named.set(id, schema);
    return schema;
  }

  #ofObject(type: Extract<Type, { kind: 'object' }>): Schema {
    const properties = new Map<string, PropertySchema>();
    let schema: Schema = {
      position: type.position,
      keywords: {},
      origins: {},
      kind: 'object',
      properties: [],
    };
    for (const base of type.bases) {
      const inherited = this.#ofType(base);
      if (inherited.kind !== 'object') continue;
      for (const property of inherited.properties) properties.set(property.name, property);
      // What the base is in itself says nothing of what is made from it.
      const keywords = { ...inherited.keywords };
      delete keywords.description;
      schema = {
        ...schema,
        keywords: { ...schema.keywords, ...keywords },
        origins: inherited.origins,
      };
    }
    for (const field of type.fields) properties.set(field.name, this.#property(field));
    return { ...schema, properties: [...properties.values()] };
  }

  #property(field: Field): PropertySchema {
    const { name, required, position, markers } = field;
    const isSchemaless = markers.some(({ definition }) => definition === schemalessMarker);
    const type: Schema = isSchemaless
      ? { position, keywords: {}, origins: {}, kind: 'opaque', isOpen: false }
      : this.#ofType(field.type);
    const schema = this.#annotated(type, field.doc, markers);
    return { name, required, position, schema: { ...toNullable(schema), position } };
  }

  #annotated(type: Schema, doc: string, markers: readonly MarkerUse[]): Schema {
    const schema = applyMarkers(type, markers, this.#findings);
    return doc === '' ? schema : { ...schema, keywords: { ...schema.keywords, description: doc } };
  }

  #refuseCycle(id: TypeId, usedAt: SourcePosition | undefined): void {
    const cycle = [...this.#path.slice(this.#path.indexOf(id)), id];
    const names = cycle.map((each) => this.#types.get(each)?.name ?? each);
    this.#findings.error(
      usedAt,
      `the type contains itself: ${names.join(' -> ')}`,
      'a CRD has no recursion: mark the field +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
    );
  }

  /** Refuses what still leaves open what it means after all markers had their say. */
  #refuseOpen(schema: Schema): void {
    if (schema.kind === 'number' && schema.isOpen) {
      this.#findings.error(
        schema.position,
        'number does not say which numbers',
        'use Int32, Int64 or Float of @vmgen/runtime, or +kubebuilder:validation:Type=integer',
      );
    } else if (schema.kind === 'opaque' && schema.isOpen) {
      this.#findings.error(
        schema.position,
        'the type says nothing of its values',
        'use JSONValue or RawExtension of @vmgen/runtime, or +kubebuilder:validation:Schemaless',
      );
    } else if (schema.kind === 'object') {
      for (const property of schema.properties) this.#refuseOpen(property.schema);
    } else if (schema.kind === 'array') this.#refuseOpen(schema.items);
    else if (schema.kind === 'map') this.#refuseOpen(schema.values);
  }
}

function enumSchema(values: readonly (string | number)[], position: SourcePosition): Schema {
  const base = { position, keywords: { enum: [...values] }, origins: {} };
  if (values.every((value) => typeof value === 'string')) return { ...base, kind: 'string' };
  return values.every((value) => Number.isInteger(value))
    ? { ...base, kind: 'integer' }
    : { ...base, kind: 'number', isOpen: false };
}
