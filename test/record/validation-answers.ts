import type { JsonObject, JsonValue } from '@vmgen/base/json';
import type { Answer } from '../support/ask.js';

/** The validation errors of an answer, `field: message`, sorted; empty if the object was accepted. */
export function errorsIn({ verdict }: Answer): string[] {
  if (verdict.status < 300) return [];
  if (verdict.status !== 422) throw new Error(`not a validation error: ${JSON.stringify(verdict)}`);
  return [...verdict.causes];
}

/** The unknown fields, in the server's order, and the errors or the stored spec. */
export function admitted(answer: Answer): JsonObject {
  const dropped = answer.warnings.map(unknownField);
  const errors = errorsIn(answer);
  if (errors.length > 0) return { dropped, errors };
  const stored = (answer.body as JsonObject)['spec'];
  return { dropped, ...(stored === undefined ? {} : { stored }) } satisfies JsonValue;
}

function unknownField(warning: string): string {
  const [, field] = /^unknown field \\?"(.*?)\\?"$/.exec(warning) ?? [];
  if (field === undefined) throw new Error(`expected only warnings of unknown fields: ${warning}`);
  return field;
}
