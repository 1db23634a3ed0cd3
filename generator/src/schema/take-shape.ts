import { isJsonObject, setOwn, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** The structure of a value, as defined by the Go types of the API server. */
export type Shape =
  | 'string'
  | 'boolean'
  | 'number'
  | 'integer'
  | 'any'
  | { readonly list: Shape }
  | { readonly map: Shape }
  | { readonly either: readonly Shape[] }
  | { readonly fields: () => Readonly<Record<string, Shape>> };

/** Reports a value that does not have its shape. */
type ReportProblem = (path: string, problem: string) => void;

/**
 * Decodes a value as the API server does: removes nulls and unknown fields. Reports and drops values of the
 * wrong type.
 *
 * @param path the path of the value; `` for the whole object
 */
export function takeShape(
  value: JsonValue,
  shape: Shape,
  path: string,
  report: ReportProblem,
): JsonValue | undefined {
  if (shape === 'any') return value;
  if (typeof shape === 'string') return takeScalar(value, shape, path, report);
  if ('either' in shape) {
    const fitting = shape.either.find((each) => fits(value, each)) ?? shape.either[0];
    return fitting && takeShape(value, fitting, path, report);
  }
  if (!fits(value, shape)) return wrong(value, shape, path, report);
  if ('list' in shape && Array.isArray(value)) return takeList(value, shape.list, path, report);
  if (!isJsonObject(value)) return undefined;
  return 'map' in shape
    ? takeMap(value, shape.map, path, report)
    : 'fields' in shape
      ? takeFields(value, shape.fields(), path, report)
      : undefined;
}

function takeList(
  list: JsonValue[],
  shape: Shape,
  path: string,
  report: ReportProblem,
): JsonValue[] {
  return list.flatMap((item, index) => {
    const taken = takeShape(orZero(item, shape), shape, `${path}[${index}]`, report);
    return taken === undefined ? [] : [taken];
  });
}

function takeMap(map: JsonObject, shape: Shape, path: string, report: ReportProblem): JsonObject {
  const taken: JsonObject = {};
  for (const [name, value] of Object.entries(map)) {
    const own = takeShape(orZero(value, shape), shape, `${path}[${name}]`, report);
    if (own !== undefined) setOwn(taken, name, own);
  }
  return taken;
}

function takeFields(
  object: JsonObject,
  fields: Readonly<Record<string, Shape>>,
  path: string,
  report: ReportProblem,
): JsonObject {
  const taken: JsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (shape === undefined || value === null) continue;
    const own = takeShape(value, shape, path === '' ? name : `${path}.${name}`, report);
    if (own !== undefined) setOwn(taken, name, own);
  }
  return taken;
}

function takeScalar(
  value: JsonValue,
  shape: Extract<Shape, string>,
  path: string,
  report: ReportProblem,
): JsonValue | undefined {
  if (!fits(value, shape)) return wrong(value, shape, path, report);
  // The server stores numbers as doubles.
  return typeof value === 'bigint' ? Number(value) : value;
}

function fits(value: JsonValue, shape: Shape): boolean {
  if (shape === 'number') return typeof value === 'number' || typeof value === 'bigint';
  if (shape === 'integer') return Number.isInteger(value) || typeof value === 'bigint';
  if (typeof shape === 'string') return typeof value === shape;
  if ('either' in shape) return shape.either.some((each) => fits(value, each));
  return 'list' in shape ? Array.isArray(value) : isJsonObject(value);
}

/** In lists and maps Go reads null as a value of which nothing is set. */
function orZero(value: JsonValue, shape: Shape): JsonValue {
  return value === null && typeof shape === 'object' && 'fields' in shape ? {} : value;
}

function wrong(value: JsonValue, shape: Shape, path: string, report: ReportProblem): undefined {
  report(path === '' ? 'the document' : path, `must be ${wanted(shape)}, not ${given(value)}`);
  return undefined;
}

function wanted(shape: Shape): string {
  if (typeof shape === 'string') return shape === 'integer' ? 'an integer' : `a ${shape}`;
  return 'list' in shape ? 'a list' : 'an object';
}

function given(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
