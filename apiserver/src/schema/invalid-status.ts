import type { Status } from '@vmgen/runtime';
import type { FieldError } from './field-error.js';

/** The group and kind that a refusal names. */
export interface RefusedKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
}

/**
 * The answer 422 to an object that breaks rules (apimachinery's NewInvalid): one cause for each
 * error, and a message that names each different error once.
 */
export function formatFieldErrors(
  { group, kind }: RefusedKind,
  name: string,
  errors: readonly FieldError[],
): Status {
  const qualifiedKind = group === '' ? kind : `${kind}.${group}`;
  const texts = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  const list = texts.length > 1 ? `[${texts.join(', ')}]` : texts.join('');
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `${qualifiedKind} ${JSON.stringify(name)} is invalid${list === '' ? '' : `: ${list}`}`,
    reason: 'Invalid',
    details: {
      name,
      ...(group === '' ? {} : { group }),
      kind,
      causes: errors.map(({ type, message, field }) => ({ reason: type, message, field })),
    },
    code: 422,
  };
}
