import { type JSONSchemaProps, hasProperties, ownProperty, valueSchema } from '@vmgen/base/schema';
import { child, key } from './field-path.js';

/** A field that a path leads to. */
interface FoundField {
  /** The normalized path: `spec.a[key]`. */
  readonly path: string;
  /** The first field of the path. */
  readonly root: string;
  readonly schema: JSONSchemaProps;
}

const GO_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\a', '\u0007'],
  ['\\b', '\b'],
  ['\\f', '\f'],
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
  ['\\v', '\v'],
  ["\\'", "'"],
  ['\\\\', '\\'],
]);

const TOKEN = /'(?:\\.|[^'\\])*'|[.[\]]|[^.[\]]+/gs;

type FindField = (jsonPath: string, allowBrackets: boolean) => FoundField | string;

/** Creates a search for many paths in one schema. Each part of the schema is visited once. */
export function fieldFinder(schema: JSONSchemaProps): FindField {
  const known = new Map<JSONSchemaProps, boolean>();
  const isNamed = (it: JSONSchemaProps): boolean => {
    const is = known.get(it) ?? hasProperties(it);
    known.set(it, is);
    return is;
  };
  return (jsonPath, allowBrackets) => follow(jsonPath, schema, allowBrackets, isNamed);
}

/**
 * Follows a path of fields and map keys (`.spec.a['b']`) through a schema (schema/cel's
 * ValidFieldPath).
 *
 * @returns the field, or the reason why the path is invalid
 */
export const findField = (
  jsonPath: string,
  schema: JSONSchemaProps,
  allowBrackets: boolean,
): FoundField | string => fieldFinder(schema)(jsonPath, allowBrackets);

/** @param isNamed whether the names are properties of the schema, and not keys of a map */
function follow(
  jsonPath: string,
  schema: JSONSchemaProps,
  allowBrackets: boolean,
  isNamed: (schema: JSONSchemaProps) => boolean,
): FoundField | string {
  const tokens = jsonPath.match(TOKEN) ?? [];
  let found: FoundField = { path: '', root: '', schema };
  for (let at = 0; at < tokens.length;) {
    const start = tokens[at];
    if (start !== '.' && start !== '[') return `expected [ or . but got: ${start ?? ''}`;
    if (start === '[' && !allowBrackets) return 'array notation is not allowed';
    const name = start === '.' ? tokens[at + 1] : bracketName(tokens.slice(at + 1, at + 3));
    if (name === undefined) return 'unexpected end of JSON path';
    if (typeof name === 'object') return name.problem;
    const next = step(found, name, isNamed(found.schema));
    if (typeof next === 'string') return next;
    found = next;
    at += start === '.' ? 2 : 3;
  }
  return found;
}

function bracketName(tokens: readonly string[]): string | { problem: string } | undefined {
  const [quoted, close] = tokens;
  if (quoted === undefined) return undefined;
  if (!/^'.*'$/s.test(quoted) || quoted.length < 2) {
    return { problem: `expected single quoted string but got ${quoted}` };
  }
  if (close === undefined) return undefined;
  if (close !== ']') return { problem: `expected ] but got ${close}` };
  const escapes = quoted.slice(1, -1).match(/\\./gs) ?? [];
  const wrong = escapes.find((escape) => !GO_ESCAPES.has(escape));
  if (wrong !== undefined) {
    return { problem: `invalid string literal: invalid escape char ${wrong}` };
  }
  return quoted.slice(1, -1).replace(/\\./gs, (escape) => GO_ESCAPES.get(escape) ?? escape);
}

function step(from: FoundField, name: string, isNamed: boolean): FoundField | string {
  const schema = isNamed ? ownProperty(from.schema, name) : valueSchema(from.schema);
  if (schema === undefined) return 'does not refer to a valid field';
  const path = isNamed ? child(from.path, name) : key(from.path, name);
  return { path, root: from.root === '' ? name : from.root, schema };
}
