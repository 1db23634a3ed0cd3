import { jsonText } from '../../text/json-text.js';
import type { JSONSchemaProps } from '@vmgen/crd';

/** Keywords that have the same meaning in a junctor and beside it. */
const MOVABLE: ReadonlySet<string> = new Set([
  ...['maxLength', 'minLength', 'pattern', 'enum', 'required'],
  ...['maximum', 'minimum', 'maxItems', 'minItems', 'maxProperties', 'minProperties'],
]);

const MAX_INT32 = 2 ** 31 - 1;

/**
 * A schema without other spellings of the same constraints: members of `allOf` are beside it where they fit, and so
 * are the only members of an `anyOf` or `oneOf` that the other schema lacks; patterns are written in one way, and an
 * enum of all booleans is omitted.
 */
export function normalSchema(schema: JSONSchemaProps, other: JSONSchemaProps): JSONSchemaProps {
  const moved = withoutLoneMembers(schema, other);
  const { pattern, enum: values = [], type, nullable, ...rest } = moved;
  const isAnyBoolean =
    type === 'boolean' && nullable !== true && values.includes(true) && values.includes(false);
  const normal = pattern === undefined ? undefined : normalPattern(pattern);
  if (!isAnyBoolean && normal === pattern) return moved;
  return {
    ...rest,
    ...(type !== undefined && { type }),
    ...(nullable !== undefined && { nullable }),
    ...(isAnyBoolean || moved.enum === undefined ? {} : { enum: values }),
    ...(normal === undefined || normal === '' ? {} : { pattern: normal }),
  };
}

function withoutLoneMembers(schema: JSONSchemaProps, other: JSONSchemaProps): JSONSchemaProps {
  let result = schema;
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    const members = schema[name] ?? [];
    const isLone = members.length === 1 && (other[name] ?? []).length === 0;
    if (members.length === 0 || (name !== 'allOf' && !isLone)) continue;
    const left = members.filter((member) => {
      const { required = [], ...others } = member;
      const isFree = Object.entries(others).every(
        ([key, value]) => MOVABLE.has(key) && isSmall(value) && !hasBound(result, key),
      );
      if (!isFree) return true;
      const all = [...new Set([...(result.required ?? []), ...required])];
      result = { ...result, ...others, ...(all.length > 0 && { required: all }) };
      return false;
    });
    if (left.length === members.length) continue;
    const { [name]: _, ...rest } = result;
    result = left.length === 0 ? rest : { ...result, [name]: left };
  }
  return result;
}

/** Whether a schema already has a bound, or a keyword that changes its meaning. */
function hasBound(schema: JSONSchemaProps, key: string): boolean {
  const exclusive = `exclusive${key.charAt(0).toUpperCase()}${key.slice(1)}`;
  return key in schema || exclusive in schema;
}

/** Without its type, a junctor does not round a number to that type. */
const isSmall = (value: unknown): boolean =>
  typeof value !== 'number' || (Number.isInteger(value) && Math.abs(value) <= MAX_INT32);

const SPELLINGS: Readonly<Record<string, string>> = {
  '(?:': '(',
  '\\d': '[0-9]',
  '{0,}': '*',
  '{1,}': '+',
};

/** The pattern in one spelling; '' if it matches any text. */
function normalPattern(pattern: string): string {
  // Quoted text, and classes that contain a bracket.
  if (/\\Q|\[\^?\]/.test(pattern)) return pattern;
  const spelled = pattern.replace(
    /\\[^]|\[(?:\\[^]|[^\]])*\]|\(\?:|\{[01],\}/g,
    (part) => SPELLINGS[part] ?? part,
  );
  return /^(?:\^?\.\*|\.\*\$)$/.test(spelled) ? '' : spelled;
}

/** A member of a junctor in one spelling: the order of an enum and of required fields has no meaning. */
export function normalMember(member: JSONSchemaProps): unknown {
  const normal = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(normal);
    if (typeof each !== 'object' || each === null) return each;
    const entries = Object.entries(each).map(([key, value]): [string, unknown] => {
      const isSet = (key === 'required' || key === 'enum') && Array.isArray(value);
      if (!isSet) return [key, normal(value)];
      const texts = new Set(value.map(jsonText));
      return [key, [...texts].sort()];
    });
    return Object.fromEntries(entries);
  };
  return normal(member);
}
