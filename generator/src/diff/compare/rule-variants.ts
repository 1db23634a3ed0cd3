import {
  compileSchema,
  type JSONSchemaProps,
  type JsonValue,
  type ValidationRule,
} from '@vmgen/crd';
import { celParts, unescapeFieldName, type CelExpr } from '@vmgen/crd/internal';
import { fieldOf, typesOf } from './parts-of.js';
import type { SchemaPair } from './place.js';

/** More values than this are not tried. */
const MOST_VALUES = 3000;

const KEYWORD = 'x-kubernetes-validations';

/** The parts of a value that rules read. */
interface RuleUse {
  /** The value itself; a rule that only calls `has` does not read it. */
  isRead: boolean;
  readonly fields: Map<string, RuleUse>;
}

/** The fields of `self` and `oldSelf` that an expression reads. */
function usesOf(expressions: readonly CelExpr[]): RuleUse {
  const root: RuleUse = { isRead: false, fields: new Map() };
  const visit = (expr: CelExpr): void => {
    const path = pathOf(expr);
    if (path === undefined) return celParts(expr).forEach(visit);
    let use = root;
    for (const name of path) {
      const next = use.fields.get(name) ?? { isRead: false, fields: new Map<string, RuleUse>() };
      use.fields.set(name, next);
      use = next;
    }
    use.isRead ||= expr.kind !== 'select' || !expr.testOnly;
  };
  expressions.forEach(visit);
  return root;
}

/** Converts `self.a.b` to its fields; undefined for any other expression. */
function pathOf(expr: CelExpr): string[] | undefined {
  if (expr.kind === 'ident') return /^(?:self|oldSelf)$/.test(expr.name) ? [] : undefined;
  if (expr.kind !== 'select') return undefined;
  const path = pathOf(expr.operand);
  path?.push(unescapeFieldName(expr.field) ?? expr.field);
  return path;
}

/**
 * Values that represent everything that the old schema allows, as far as rules distinguish it: new fields are
 * absent, fields with few values take each of them, and fields that rules only test with `has` are present or
 * absent. Undefined if rules read more than this.
 */
function oldValues(use: RuleUse, old: JSONSchemaProps): readonly JsonValue[] | undefined {
  const values = presentValues(use, old);
  if (values === undefined || old.nullable !== true) return values;
  return [...values, null];
}

function presentValues(use: RuleUse, old: JSONSchemaProps): readonly JsonValue[] | undefined {
  if (use.isRead) return use.fields.size === 0 ? finiteValues(old) : undefined;
  if (use.fields.size === 0) return [anyValue(old)];
  if (typesOf(old)?.join() !== 'object') return undefined;
  let objects: readonly { readonly [name: string]: JsonValue }[] = [{}];
  for (const [name, field] of use.fields) {
    const schema = fieldOf(old, name);
    if (schema === undefined) continue;
    // Fields without a schema may have any value.
    if (!Object.hasOwn(old.properties ?? {}, name)) return undefined;
    const values = oldValues(field, schema);
    if (values === undefined) return undefined;
    const isRequired = old.required?.includes(name) === true;
    const without = isRequired ? [] : objects;
    objects = [
      ...without,
      ...objects.flatMap((object) => values.map((value) => ({ ...object, [name]: value }))),
    ];
    if (objects.length > MOST_VALUES) return undefined;
  }
  return objects;
}

function finiteValues(schema: JSONSchemaProps): readonly JsonValue[] | undefined {
  const types = typesOf(schema)?.join();
  if (types === 'boolean') return [true, false];
  // To the server 1.5 is one of the integers in an enum of numbers.
  if (types !== 'string' && types !== 'integer') return undefined;
  return schema.enum?.length ? schema.enum : undefined;
}

/** Any value of the right type; no rule reads it. */
function anyValue(schema: JSONSchemaProps): JsonValue {
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  switch (typesOf(schema)?.[0]) {
    case 'object':
      return {};
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    default:
      return TEXTS[schema.format ?? ''] ?? 'x';
  }
}

/** Strings that CEL reads as other types. */
const TEXTS: Readonly<Record<string, string>> = {
  date: '2000-01-01',
  'date-time': '2000-01-01T00:00:00Z',
  datetime: '2000-01-01T00:00:00Z',
  duration: '1s',
  byte: '',
};

/**
 * Returns a function that reports whether one rule of a schema accepts a value, or a change of a value; other
 * constraints are ignored.
 */
function ruleEvaluator(
  schema: JSONSchemaProps,
  rule: ValidationRule,
): (value: JsonValue, before?: JsonValue) => boolean {
  const value = { ...bare(schema), [KEYWORD]: [rule] };
  const compiled = compileSchema({ type: 'object', properties: { value } });
  return (given, before) => {
    const object = structuredClone({ value: given });
    compiled.default(object);
    if (before === undefined) return compiled.validate(object).length === 0;
    const oldObject = structuredClone({ value: before });
    compiled.default(oldObject);
    return compiled.validate(object, { oldObject }).length === 0;
  };
}

const STRUCTURE: ReadonlySet<string> = new Set([
  ...['type', 'format', 'nullable', 'default', 'properties', 'items', 'additionalProperties'],
  ...['x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields'],
  ...['x-kubernetes-list-type', 'x-kubernetes-list-map-keys', 'x-kubernetes-map-type'],
]);

/** A schema without constraints except for types. */
function bare(schema: JSONSchemaProps): JSONSchemaProps {
  const kept = Object.entries(schema).filter(([keyword]) => STRUCTURE.has(keyword));
  const { properties, items, additionalProperties } = schema;
  return {
    ...Object.fromEntries(kept),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, bare(each)]),
      ),
    }),
    ...(items && !Array.isArray(items) ? { items: bare(items) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: bare(additionalProperties) }
      : {}),
  };
}

/** Whether a rule accepts all objects that were valid before, as far as a few sample values show. */
export function acceptsOldValues(
  rule: ValidationRule,
  expression: CelExpr,
  { old, new: next }: SchemaPair,
  former: { readonly rule: ValidationRule; readonly expression: CelExpr } | undefined,
): boolean {
  const isTransition = /\boldSelf\b/.test(rule.rule);
  const values = oldValues(usesOf([expression]), old);
  if (values !== undefined && isAccepted(values, ruleEvaluator(next, rule), isTransition))
    return true;
  if (former === undefined || isTransition) return false;
  const more = oldValues(usesOf([expression, former.expression]), old);
  if (more === undefined) return false;
  const wasGood = ruleEvaluator(old, former.rule);
  const good = more.filter((value) => wasGood(value));
  return isAccepted(good, ruleEvaluator(next, rule), isTransition);
}

function isAccepted(
  values: readonly JsonValue[],
  isGood: ReturnType<typeof ruleEvaluator>,
  isTransition: boolean,
): boolean {
  // Rules are not evaluated for null.
  const asked = values.filter((value) => value !== null);
  if (!isTransition) return asked.every((value) => isGood(value));
  if (asked.length ** 2 > MOST_VALUES) return false;
  return asked.every((value) => isGood(value) && asked.every((before) => isGood(value, before)));
}
