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
  const found = findAt(object, labelSelectorPath);
  const problem =
    found.problem ??
    (found.value === undefined || typeof found.value === 'string'
      ? undefined
      : wrongType(labelSelectorPath, found.value, 'string'));
  return problem === undefined ? errors : [...errors, invalid(labelSelectorPath, '', problem)];
}

const MAX_INT32 = 2_147_483_647;

function countErrors(object: JsonValue, path: string): FieldError[] {
  const { value = 0, problem } = findAt(object, path);
  if (problem !== undefined) return [invalid(path, 0, problem)];
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) {
    return [invalid(path, 0, wrongType(path, value, 'int64'))];
  }
  const count = Number(value);
  if (count < 0) return [invalid(path, value, 'should be a non-negative integer')];
  if (count <= MAX_INT32) return [];
  return [invalid(path, value, `should be less than or equal to ${MAX_INT32}`)];
}

/** The value at a path such as `.spec.replicas`. */
function findAt(
  object: JsonValue,
  path: string,
): { readonly value?: JsonValue; readonly problem?: string } {
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
