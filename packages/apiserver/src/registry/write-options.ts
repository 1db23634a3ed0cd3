import type { FieldError } from '@vmgen/crd';
import { fieldErrors, validateFieldManager } from '@vmgen/crd/internal';
import { appendAll } from '@vmgen/base/json';
import { invalid } from '../errors/status-error.js';
import type { RequestContext } from './request-context.js';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** The query options of a write. */
export interface WriteOptions {
  readonly dryRun: boolean;
  /** The name of the field manager. */
  readonly manager: string;
  readonly fieldValidation: FieldValidation;
}

type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

/** @throws ApiError 422 with all invalid options */
export function parseWriteOptions(context: RequestContext, kind: OptionsKind): WriteOptions {
  const { query } = context.info;
  const fieldValidation = query.get('fieldValidation') ?? '';
  const errors = [...dryRunErrors(query.getAll('dryRun'))];
  if (!isFieldValidation(fieldValidation)) {
    const supported = ['', 'Ignore', 'Strict', 'Warn'];
    errors.push(fieldErrors.notSupported('fieldValidation', fieldValidation, supported));
  }
  appendAll(errors, validateFieldManager(query.get('fieldManager') ?? '', 'fieldManager'));
  if (errors.length > 0) throw invalidOptions(kind, errors);
  return {
    dryRun: query.has('dryRun'),
    manager: query.get('fieldManager') || managerOf(context.request.headers?.['user-agent'] ?? ''),
    fieldValidation:
      isFieldValidation(fieldValidation) && fieldValidation !== '' ? fieldValidation : 'Warn',
  };
}

export function dryRunErrors(values: readonly string[]): FieldError[] {
  if (values.every((value) => value === 'All')) return [];
  return [fieldErrors.notSupported('dryRun', [...values], ['All'])];
}

export function invalidOptions(kind: string, errors: readonly FieldError[]): Error {
  return invalid({ group: 'meta.k8s.io', kind }, '', errors);
}

function isFieldValidation(value: string): value is FieldValidation | '' {
  return value === '' || value === 'Ignore' || value === 'Warn' || value === 'Strict';
}

/** Returns the default field manager: the program name in the User-Agent header. */
function managerOf(userAgent: string): string {
  return userAgent.split('/')[0]?.slice(0, 128) || 'unknown';
}
