import { isQualifiedName } from '@vmgen/base/text';
import type { Field } from '@vmgen/crd/internal';

const MAX_REASON_BYTES = 1024;
const MAX_MESSAGE_BYTES = 32 * 1024;
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const REASON_FORM =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

/**
 * Validates conditions of a status.
 *
 * Upstream: ValidateConditions in apimachinery/pkg/apis/meta/v1/validation/validation.go.
 */
export function checkConditions(conditions: Field): void {
  const seen = new Set<string>();
  for (const condition of conditions.items) {
    const [type, status] = [condition.at('type'), condition.at('status')];
    if (seen.has(type.text)) condition.duplicate(type.text);
    seen.add(type.text);
    if (type.given('is required')) type.check(isQualifiedName);
    if (status.given()) status.oneOf('False', 'True', 'Unknown');
    const generation = condition.at('observedGeneration');
    if ((generation.number ?? 0) < 0) generation.invalid('must be greater than or equal to zero');
    const time = condition.at('lastTransitionTime');
    if (time.text === '') time.required();
    const [reason, message] = [condition.at('reason'), condition.at('message')];
    if (reason.given()) {
      if (!REASON.test(reason.text)) reason.invalid(REASON_FORM, reason.text);
      checkBytes(reason, MAX_REASON_BYTES);
    }
    checkBytes(message, MAX_MESSAGE_BYTES);
  }
}

function checkBytes(field: Field, limit: number): void {
  if (Buffer.byteLength(field.text) <= limit) return;
  field.report('FieldValueTooLong', `Too long: may not be more than ${limit} bytes`);
}
