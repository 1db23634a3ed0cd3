import type { ApiStatus } from '@vmgen/runtime';
import type { FieldError } from './field-error.js';

/** The group and kind of the invalid object. */
interface RefusedKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
}

/** The maximum number of errors in a response, because each may quote the same long value. */
const MAX_ERRORS = 1000;
const MAX_CHARACTERS = 1_000_000;

/**
 * Creates the response 422 for an invalid object (apimachinery's NewInvalid), with one cause per
 * distinct error. For more than 1000 errors, or for a message that clients would truncate, it states
 * only their number.
 */
export function formatFieldErrors(
  { group, kind }: RefusedKind,
  name: string,
  errors: readonly FieldError[],
): ApiStatus {
  const qualifiedKind = group === '' ? kind : `${kind}.${group}`;
  // Only the first errors are compared: thousands of errors may quote the same long value.
  const first = firstErrors(errors);
  const distinct = new Map(first.map((error) => [`${error.field}: ${error.message}`, error]));
  const texts = [...distinct.keys()];
  if (first.length < errors.length) texts.push(`and ${errors.length - first.length} more errors`);
  const list = texts.length > 1 ? `[${texts.join(', ')}]` : texts.join('');
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `${qualifiedKind} ${JSON.stringify(name)} is invalid${list === '' ? '' : `: ${list}`}`,
    reason: 'Invalid',
    details: {
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { group }),
      ...(kind === '' ? {} : { kind }),
      causes: [...distinct.values()].map(({ type, message, field }) => ({
        reason: type,
        message,
        field,
      })),
    },
    code: 422,
  };
}

function firstErrors(errors: readonly FieldError[]): readonly FieldError[] {
  let characters = 0;
  const end = errors.findIndex(({ field, message }, i) => {
    characters += field.length + message.length;
    return i === MAX_ERRORS || (i > 0 && characters > MAX_CHARACTERS);
  });
  return end === -1 ? errors : errors.slice(0, end);
}
