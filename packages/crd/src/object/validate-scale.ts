import { isJsonObject, type JsonValue, goText, goTypeName } from '@vmgen/base/json';
import type { ScalePaths } from '../definition/custom-resource-definition.js';
import type { FieldError } from '../field/field-error.js';
import { invalid } from '../field/field-errors.js';

/** Validates the spec fields of the scale subresource (customresource's ValidateScaleSpec). */
export function validateScaleSpec(object: JsonValue, scale: ScalePaths | undefined): FieldError[] {
  return scale === undefined ? [] : countErrors(object, scale.specReplicasPath);
}

/**
 * Validates the status fields and the selector of the scale subresource (customresource's
 * ValidateScaleStatus).
 */
export function validateScaleStatus(
  object: JsonValue,
  scale: ScalePaths | undefined,
): FieldError[] {
  if (scale === undefined) return [];
  const { statusReplicasPath, labelSelectorPath } = scale;
  const errors = countErrors(object, statusReplicasPath);
  if (labelSelectorPath === undefined) return errors;
  const { problem } = textAt(object, labelSelectorPath);
  return problem === undefined ? errors : [...errors, invalid(labelSelectorPath, '', problem)];
}

/** What the scale subresource shows of an object. A field without a value is undefined. */
interface ScaleValues {
  readonly specReplicas?: number | bigint | undefined;
  readonly statusReplicas?: number | bigint | undefined;
  readonly selector?: string | undefined;
  /** Why one of the fields cannot be shown. A conversion can return a value of any type. */
  readonly problem?: string | undefined;
}

/** Reads the fields of the scale subresource (customresource's scaleFromCustomResource). */
export function readScale(object: JsonValue, paths: ScalePaths): ScaleValues {
  const spec = countAt(object, paths.specReplicasPath);
  const status = countAt(object, paths.statusReplicasPath);
  const selector =
    paths.labelSelectorPath === undefined ? {} : textAt(object, paths.labelSelectorPath);
  return {
    specReplicas: spec.value,
    statusReplicas: status.value,
    selector: selector.value,
    problem: spec.problem ?? status.problem ?? selector.problem,
  };
}

const MAX_INT32 = 2_147_483_647;

function countErrors(object: JsonValue, path: string): FieldError[] {
  const { value = 0, problem } = countAt(object, path);
  if (problem !== undefined) return [invalid(path, 0, problem)];
  const count = Number(value);
  if (count < 0) return [invalid(path, value, 'should be a non-negative integer')];
  if (count <= MAX_INT32) return [];
  return [invalid(path, value, `should be less than or equal to ${MAX_INT32}`)];
}

/** A value at a path, or why it is not of the wanted type; neither if the object has no value there. */
interface Found<T extends JsonValue> {
  readonly value?: T;
  readonly problem?: string;
}

function countAt(object: JsonValue, path: string): Found<number | bigint> {
  const { value, problem } = findAt(object, path);
  if (problem !== undefined) return { problem };
  if (value === undefined) return {};
  const isCount =
    typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
  return isCount ? { value } : { problem: wrongType(path, value, 'int64') };
}

function textAt(object: JsonValue, path: string): Found<string> {
  const { value, problem } = findAt(object, path);
  if (problem !== undefined) return { problem };
  if (value === undefined) return {};
  return typeof value === 'string' ? { value } : { problem: wrongType(path, value, 'string') };
}

/** The value at a path such as `.spec.replicas`. */
function findAt(object: JsonValue, path: string): Found<JsonValue> {
  let value = object;
  const names = namesOf(path);
  for (const [i, name] of names.entries()) {
    if (value === null) return {};
    if (!isJsonObject(value)) {
      const at = names.slice(0, i + 1).join('.');
      return { problem: wrongType(at, value, 'map[string]interface{}') };
    }
    const next = Object.hasOwn(value, name) ? value[name] : undefined;
    if (next === undefined) return {};
    value = next;
  }
  return { value };
}

const namesOf = (path: string): string[] => path.replace(/^\./, '').split('.');

function wrongType(path: string, value: JsonValue, wanted: string): string {
  const at = `.${namesOf(path).join('.')}`;
  return `${at} accessor error: ${goText(value)} is of the type ${goTypeName(value)}, expected ${wanted}`;
}
