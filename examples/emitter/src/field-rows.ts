import type { PropertySchema, Schema } from 'vmgen';
import { code, inline } from './markdown.js';

/** Fields of every object. */
const COMMON: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/** The keywords of constraints, in the order of their output. */
const LIMITS = [
  ...['default', 'enum', 'pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
] as const;

/** Returns a table row for each field below an object: its path, type and description. */
export function fieldRows(schema: Schema): string[] {
  return below(schema, '');
}

function below(schema: Schema, path: string): string[] {
  switch (schema.kind) {
    case 'object':
      return schema.properties
        .filter(({ name }) => path !== '' || !COMMON.includes(name))
        .flatMap((field) => fieldRow(field, path === '' ? field.name : `${path}.${field.name}`));
    case 'array':
      return below(schema.items, `${path}[]`);
    case 'map':
      return below(schema.values, `${path}.*`);
    default:
      return [];
  }
}

function fieldRow({ schema, required }: PropertySchema, path: string): string[] {
  const meaning = [inline(schema.keywords.description ?? ''), limitsOf(schema).join('; ')];
  const cells = [code(path), typeOf(schema), required ? 'required' : '', meaning.join(' ').trim()];
  return [`| ${cells.join(' | ')} |`, ...below(schema, path)];
}

function typeOf(schema: Schema): string {
  switch (schema.kind) {
    case 'array':
      return `list of ${typeOf(schema.items)}`;
    case 'map':
      return `map of ${typeOf(schema.values)}`;
    default:
      return schema.kind === 'opaque' ? 'anything' : schema.kind;
  }
}

function limitsOf({ keywords }: Schema): string[] {
  return LIMITS.flatMap((name) => {
    const value: unknown = (keywords as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? [] : [`${name} ${code(JSON.stringify(value))}`];
  });
}
