import type { JSONSchemaProps } from '@vmgen/crd';
import { DiagnosticList } from '../../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import type { Schema, SchemaBase } from '../../schema/schema.js';
import { checkKeywords } from '../../validate/check-keywords.js';
import type { SchemaKind } from './keyword-markers.js';

/** The keywords that are checked; most schemas have none of them. */
const CHECKED: readonly (keyof JSONSchemaProps)[] = [
  'example',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
];

const NONE: ReadonlySet<string> = new Set();

/**
 * The keywords of a schema that vmgen would reject as markers although an API server accepts them: bounds
 * without a valid value, and enums and examples of another type.
 */
export function suspiciousKeywords(schema: JSONSchemaProps, kind: SchemaKind): ReadonlySet<string> {
  if (CHECKED.every((keyword) => schema[keyword] === undefined)) return NONE;
  const { type: _, properties = {}, items: __, additionalProperties: ___, ...keywords } = schema;
  const { required = [] } = schema;
  // The position of each diagnostic identifies the keyword.
  const origins = Object.fromEntries(Object.keys(keywords).map((name) => [name, positionOf(name)]));
  const base: SchemaBase = { position: positionOf(''), keywords, origins };
  const part: Schema = { ...base, keywords: {}, origins: {}, kind: 'opaque', isOpen: false };
  const fields = Object.keys(properties).map((name) => ({
    name,
    required: required.includes(name),
    schema: part,
    position: base.position,
  }));
  const diagnostics = new DiagnosticList();
  checkKeywords(asSchema(kind, base, part, fields), diagnostics);
  const errors = diagnostics.sorted().filter(({ severity }) => severity === 'error');
  return new Set(errors.map(({ position }) => position?.file ?? ''));
}

const positionOf = (keyword: string): SourcePosition => ({ file: keyword, line: 1, column: 1 });

type Fields = Extract<Schema, { kind: 'object' }>['properties'];

function asSchema(kind: SchemaKind, base: SchemaBase, part: Schema, properties: Fields): Schema {
  switch (kind) {
    case 'object':
      return { ...base, kind, properties };
    case 'map':
      return { ...base, kind, values: part };
    case 'array':
      return { ...base, kind, items: part };
    case 'number':
    case 'opaque':
      return { ...base, kind, isOpen: false };
    default:
      return { ...base, kind };
  }
}
