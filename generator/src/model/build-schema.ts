import type { DiagnosticCode } from '../diagnostics/code.js';
import { boundedAt } from '../diagnostics/beyond-bounds.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { DEEPEST } from '../syntax/deepest.js';
import { REQUIRED_MARKERS, validationRequired } from '../markers/definitions/presence.js';
import { schemalessMarker } from '../markers/definitions/schema.js';
import { renamedFromMarker, statusMarker } from '../markers/definitions/resource.js';
import { descriptionMarker } from '../markers/definitions/raw-schema.js';
import { find, isUsed, usesOf } from '../markers/language/uses-of.js';
import { describeType, typeKey } from '../types/describe-type.js';
import { fieldsOf } from '../types/fields-of.js';
import {
  shapeOf,
  type Field,
  type NamedType,
  type Type,
  type TypeId,
  type TypeTable,
} from '../types/type.js';
import { applyMarkers, applyParentMarkers } from './apply-markers.js';
import { SchemaCloser } from './close-schema.js';
import { enumSchema } from './enum-schema.js';
import { longChain, refuseCycle, type Step } from './long-chain.js';
import { foldKeywords } from '../schema/fold-keywords.js';
import { fromJsonSchema } from '../schema/from-json-schema.js';
import { KNOWN_SCHEMAS, TYPE_META_SCHEMAS } from '../schema/known-schemas.js';
import { toNullable } from '../schema/nullable.js';
import { oneOfAsRules } from '../schema/one-of-rules.js';
import { isBeyondEtcd, refuseLarge } from '../schema/refuse-large.js';
import { SchemaSizes } from '../schema/schema-size.js';
import { withoutBesideStatus } from '../schema/without-beside-status.js';
import type { PropertySchema, Schema } from '../schema/schema.js';
import { invalidSchema, withKeywords } from '../schema/schema.js';
import { unionSchema } from './union-schema.js';

/** Types at the maximum nesting depth are fields of others. */
const DEEPEST_SCHEMA = 2 * DEEPEST;

/** The types that schemas are built from. */
interface SchemaSources {
  /** Those of the unit of the kind. */
  readonly types: TypeTable;
  /** The types of the unit that declares a type; undefined for an instance of a generic one. */
  readonly tableOf: (id: TypeId) => TypeTable | undefined;
  readonly sound: SoundSchemas;
}

/** How types are represented in schemas. */
export interface SchemaOptions {
  /**
   * Embedded metadata keeps its name, namespace, labels, annotations and finalizers; otherwise it has no
   * fields, and the server drops its content.
   */
  readonly embeddedObjectMeta: boolean;
}

/** The schema of a named type. */
interface BuiltSchema {
  readonly schema: Schema;
  /** The number of fields, items and values on the longest path in it. */
  readonly height: number;
  /** The number of them on the path to it when it was built. */
  readonly depth: number;
  /** Nothing was reported about it or about a type in it. */
  readonly isSound: boolean;
}

/** Schemas without diagnostics, which kinds share: such a schema depends only on its type. */
export type SoundSchemas = WeakMap<NamedType, BuiltSchema>;

/** Converts the types of a kind to schemas; each named type once. */
export class SchemaBuilder {
  /** The table in which the current type was declared. */
  #types: TypeTable;
  readonly #tableOf: (id: TypeId) => TypeTable | undefined;
  readonly #sound: SoundSchemas;
  readonly #diagnostics: DiagnosticList;
  readonly #options: SchemaOptions;
  readonly #named = new Map<NamedType, BuiltSchema>();
  readonly #sizes = new SchemaSizes();
  readonly #closer: SchemaCloser;
  /** The named types on the current path and the fields between them, to detect recursion. */
  readonly #path: Step[] = [];
  /** The number of fields, items and values on the path to the schema that is being built. */
  #depth = 0;
  /** The highest depth so far. */
  #deepest = 0;
  /** How often a schema with diagnostics was used again: these are not repeated. */
  #brokenUses = 0;

  constructor(
    { types, tableOf, sound }: SchemaSources,
    diagnostics: DiagnosticList,
    options: SchemaOptions,
  ) {
    this.#types = types;
    this.#tableOf = tableOf;
    this.#sound = sound;
    this.#options = options;
    this.#diagnostics = diagnostics;
    this.#closer = new SchemaCloser(diagnostics);
  }

  /** The schema of a complete kind: the API server itself validates metadata, apiVersion and kind. */
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
      // Only a marker that replaces the complete schema changes what the API server validates itself.
      const statusSchema = schema.properties.find((each) => each.name === name)?.schema;
      const isWhole = statusSchema?.kind === 'opaque' && statusSchema.json !== undefined;
      const standardSchema = isWhole ? statusSchema : fromJsonSchema(props, position);
      const isRequired = name === 'metadata' && this.#asksForMetadata(id);
      return { name, required: isRequired, schema: standardSchema, position };
    });
    const whole: Schema = { ...schema, properties: [...standard, ...own] };
    if (isBeyondEtcd(whole, this.#sizes)) return this.#refuseLarge(id, whole);
    const root = this.#closer.close(whole);
    // With a status subresource, the API server does not accept junctors at the root.
    const named = this.#types.get(id);
    if (!named || !isUsed(statusMarker, named)) return root;
    return withoutBesideStatus(oneOfAsRules(root), this.#diagnostics);
  }

  /** Every object has metadata: the CRD requires it only if a marker requests that, as upstream. */
  #asksForMetadata(id: TypeId): boolean {
    const type = this.#types.get(id)?.type;
    const fields = type ? fieldsOf(type, this.#types) : [];
    const markers = fields.find(({ name }) => name === 'metadata')?.markers ?? [];
    return isAskedFor(markers);
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
      case 'date':
        return { ...base, keywords: { format: 'date-time' }, kind: 'string' };
      case 'enum':
        return enumSchema(type.values, type.position, this.#diagnostics);
      case 'pattern':
        return { ...base, keywords: { pattern: `^${type.pattern}$` }, kind: 'string' };
      case 'array':
        return this.#ofArray(type);
      case 'map':
        return { ...base, kind: 'map', values: this.#ofPart(defined(type.value), '{}') };
      case 'nullable':
        return withKeywords(this.#ofType(type.type), { nullable: true }, type.position);
      case 'undefinable':
        return this.#ofType(type.type);
      case 'runtime': {
        const isBare = type.name === 'ObjectMeta' && !this.#options.embeddedObjectMeta;
        return fromJsonSchema(KNOWN_SCHEMAS[isBare ? 'ListMeta' : type.name], type.position);
      }
      case 'named':
        return this.#ofNamed(type.id, type.position);
      case 'object': {
        const isOpen = type.fields.length + type.bases.length === 0;
        return { ...this.#ofObject(type), ...(isOpen ? { isOpen } : {}) };
      }
      case 'union':
        return unionSchema(type, this.#types, this.#diagnostics, (member) => this.#ofType(member));
      case 'unknown':
        return { ...base, kind: 'opaque', isOpen: true };
      case 'null':
      case 'undefined':
        return this.#refuse(
          'VMGEN4008',
          type.position,
          `${type.kind} alone does not describe a value`,
          'add another type to the union',
        );
      case 'never':
        return this.#refuse('VMGEN4008', type.position, 'never has no values', 'remove it');
      case 'invalid':
        return invalidSchema(type.position);
    }
  }

  #ofArray(type: Extract<Type, { kind: 'array' }>): Schema {
    const { position, tuple } = type;
    const [first, ...others] = tuple?.elements ?? [];
    const other = others.find((each) => first && typeKey(each) !== typeKey(first));
    if (first && other) {
      const [a, b] = [first, other].map((each) => describeType(each, this.#types));
      const message = `the tuple mixes ${a} and ${b}`;
      return this.#refuse('VMGEN4601', position, message, 'use an object with a field for each');
    }
    const items = this.#ofPart(type.element, '[]');
    const schema: Schema = { position, keywords: {}, origins: {}, kind: 'array', items };
    return tuple
      ? withKeywords(schema, { minItems: tuple.min, maxItems: tuple.max }, position)
      : schema;
  }

  /** The schema of an element or a value, which cannot be undefined. */
  #ofPart(type: Type, via: string): Schema {
    if (shapeOf(type, this.#types)?.kind === 'undefinable') {
      return this.#refuse(
        'VMGEN4009',
        type.position,
        'undefined has no JSON form',
        'use null, or remove it',
      );
    }
    return toNullable(this.#through(via, type));
  }

  /** Records the current field on the path. */
  #through(via: string, type: Type, at?: SourcePosition): Schema {
    if (this.#depth >= DEEPEST_SCHEMA) {
      this.#deepest = DEEPEST_SCHEMA + 1;
      const message = `this type is nested more than ${DEEPEST_SCHEMA} levels deep`;
      return this.#refuse('VMGEN4105', type.position, message, 'reduce the nesting');
    }
    const top = this.#path.at(-1);
    const before = top?.via ?? '';
    if (top) top.via += via;
    if (top && at) top.at = at;
    this.#depth++;
    this.#deepest = Math.max(this.#deepest, this.#depth);
    const built = this.#ofType(type);
    this.#depth--;
    if (top) top.via = before;
    return built;
  }

  #ofNamed(id: TypeId, usedAt: SourcePosition | undefined): Schema {
    const named = this.#types.get(id);
    if (!named) throw new Error(`type ${id} was never declared`);
    const own = this.#named.get(named);
    if (own && this.#isUsable(own)) return this.#used(own);
    if (this.#path.some((each) => each.id === id)) {
      refuseCycle(this.#path, { id, via: '', usedAt }, this.#types, this.#diagnostics);
      return invalidSchema(named.position);
    }
    const sound = this.#sound.get(named);
    const built = sound && this.#isUsable(sound) ? sound : this.#buildNamed(named, usedAt);
    this.#named.set(named, built);
    return this.#used(built);
  }

  /** Where a schema was cut off because of its depth, it is cut off in deeper places too. */
  #isUsable({ height, depth }: BuiltSchema): boolean {
    const isCutOff = depth + height > DEEPEST_SCHEMA;
    return isCutOff ? this.#depth >= depth : this.#depth + height <= DEEPEST_SCHEMA;
  }

  #used({ schema, height, isSound }: BuiltSchema): Schema {
    this.#deepest = Math.max(this.#deepest, this.#depth + height);
    if (!isSound) this.#brokenUses++;
    return schema;
  }

  #buildNamed(named: NamedType, usedAt: SourcePosition | undefined): BuiltSchema {
    const { id } = named;
    this.#buildFirst(id);
    const [types, deepest, brokenUses] = [this.#types, this.#deepest, this.#brokenUses];
    const { reportCount } = this.#diagnostics;
    this.#types = this.#tableOf(id) ?? types;
    this.#deepest = this.#depth;
    this.#path.push({ id, via: '', usedAt });
    const type = boundedAt(named.position, () => this.#ofType(named.type));
    // An interface without fields is intentional: it marks that something is present.
    const closed = type.kind === 'object' && type.isOpen ? { ...type, isOpen: false } : type;
    const schema = this.#annotated(closed, named);
    this.#path.pop();
    const isSound =
      this.#brokenUses === brokenUses && this.#diagnostics.reportCount === reportCount;
    const height = this.#deepest - this.#depth;
    const built = { schema, height, depth: this.#depth, isSound };
    this.#types = types;
    this.#deepest = Math.max(this.#deepest, deepest);
    // Whether an instance is used depends on the table.
    if (isSound && !named.isInstance) this.#sound.set(named, built);
    return built;
  }

  /** Builds the end of a long chain of names and bases before its start. */
  #buildFirst(id: TypeId): void {
    const isKnown = (base: TypeId) => {
      const named = this.#types.get(base);
      const isBuilt = named && (this.#named.has(named) || this.#sound.has(named));
      return isBuilt === true || this.#path.some((each) => each.id === base);
    };
    for (const base of longChain(id, this.#types, isKnown)) {
      this.#ofNamed(base, this.#types.get(base)?.position);
    }
  }

  #ofObject(type: Extract<Type, { kind: 'object' }>): Schema {
    const properties = new Map<string, PropertySchema>();
    let schema: Extract<Schema, { kind: 'object' }> = {
      position: type.position,
      keywords: {},
      origins: {},
      kind: 'object',
      properties: [],
      ...(type.isIndexed ? { isIndexed: true } : {}),
    };
    for (const base of type.bases) {
      const inherited = this.#ofType(base);
      if (inherited.kind !== 'object' || inherited.isPartial)
        schema = { ...schema, isPartial: true };
      if (inherited.kind !== 'object') continue;
      if (inherited.isIndexed) schema = { ...schema, isIndexed: true };
      for (const property of inherited.properties) properties.set(property.name, property);
      // The schema of a base alone is not part of the derived type.
      const keywords = { ...inherited.keywords };
      delete keywords.description;
      const { origins } = inherited;
      const folded = foldKeywords({ ...schema, keywords, origins }, schema);
      schema = { ...schema, keywords: folded.keywords, origins: folded.origins };
    }
    for (const field of type.fields) {
      // `field?: never` states that the field is absent.
      if (field.optional && field.type.kind === 'never') properties.delete(field.name);
      else properties.set(field.name, this.#property(field));
    }
    const metadata = properties.get('metadata');
    const isKind = properties.has('apiVersion') && properties.has('kind');
    if (metadata && isKind && hasMereMetadata(type.fields)) {
      properties.set('metadata', { ...metadata, required: false });
    }
    const whole = { ...schema, properties: [...properties.values()] };
    return applyParentMarkers(whole, type.fields, this.#diagnostics);
  }

  #property(field: Field): PropertySchema {
    const { name, required, position, markers, refused = [] } = field;
    const isSchemaless = isUsed(schemalessMarker, { markers, refused });
    const type: Schema = isSchemaless
      ? { position, keywords: {}, origins: {}, kind: 'opaque', isOpen: false }
      : this.#through(`.${name}`, field.type, position);
    const schema = this.#annotated(type, field);
    const renamedFrom = usesOf(markers, renamedFromMarker).map((use) => {
      const [version = '', ...from] = use.values.value.split(':');
      return { version, from: from.join(':'), position: use.position };
    });
    return {
      name,
      required,
      position,
      schema: { ...toNullable(schema), position },
      ...(renamedFrom.length > 0 ? { renamedFrom } : {}),
    };
  }

  #annotated(
    type: Schema,
    { doc, markers, refused = [] }: Pick<Field, 'doc' | 'markers' | 'refused'>,
  ): Schema {
    const schema = applyMarkers(type, markers, refused, this.#diagnostics);
    const isSilent = doc === '' || find(markers, descriptionMarker) !== undefined;
    return isSilent ? schema : { ...schema, keywords: { ...schema.keywords, description: doc } };
  }

  #refuse(code: DiagnosticCode, position: SourcePosition, message: string, remedy: string): Schema {
    this.#diagnostics.error(code, position, message, remedy);
    return invalidSchema(position);
  }

  #refuseLarge(id: TypeId, schema: Schema): Schema {
    const { name = id, position = schema.position } = this.#types.get(id) ?? {};
    const bytes = this.#sizes.bytes(schema);
    refuseLarge({ kind: name, position }, [{ version: '', schema }], bytes, this.#diagnostics);
    return invalidSchema(position);
  }
}

/** An undefined value of a map is not written: its key is absent. */
function defined(type: Type): Type {
  return type.kind === 'undefinable' ? type.type : type;
}

/**
 * Every object of a kind has metadata although no marker requires it; an embedded object such as a template
 * may lack it, as upstream.
 */
function hasMereMetadata(fields: readonly Field[]): boolean {
  const metadata = fields.find(({ name }) => name === 'metadata');
  if (metadata === undefined || isAskedFor(metadata.markers)) return false;
  return metadata.type.kind === 'runtime' && metadata.type.name === 'ObjectMeta';
}

function isAskedFor(markers: Field['markers']): boolean {
  return [...REQUIRED_MARKERS, validationRequired].some((each) => find(markers, each));
}
