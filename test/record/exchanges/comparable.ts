import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** Where a message begins to quote a value, a name or a document. */
const QUOTED = /(?<=^|[\s(:=])(?:["'`{[]|map\[).*/s;

/** The error of a field in a message or a cause: its path, and its kind, such as `Required value`. */
const FIELD_ERROR = /^(?:.* is invalid: )?([^\s:]*): ([^:"]*)/;

/**
 * Returns what two servers must answer alike: everything except for the texts of errors. A message
 * counts up to the first part that it quotes, and an error of a field by its path and kind, however
 * often it is reported. A list without a next page may have an empty token or none.
 */
export function comparable(answer: JsonValue): JsonValue {
  if (Array.isArray(answer)) return answer.map(comparable);
  if (!isJsonObject(answer)) return answer;
  const isFailed = isError(answer);
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(answer)) {
    if (key === 'continue' && value === '') continue;
    if (key === 'causes' && Array.isArray(value)) result[key] = fieldErrors(value);
    else if (key === 'message' && isFailed && typeof value === 'string') {
      result[key] = value.replace(QUOTED, '');
      // A single cause is a part of the message.
      if (value.includes(' is invalid: ') && !value.includes(' is invalid: [')) {
        result['causes'] ??= fieldErrors([value]);
      }
    } else result[key] = comparable(value);
  }
  return result;
}

/** Whether an answer or a Status is an error. */
const isError = ({ status, code = status }: JsonObject): boolean =>
  typeof code === 'number' && code >= 300;

function fieldErrors(causes: readonly JsonValue[]): JsonValue[] {
  const errors = causes.map((cause) => {
    if (isJsonObject(cause))
      return stringifyJson([cause['field'] ?? null, cause['reason'] ?? null]);
    const [, field = '', kind = ''] =
      FIELD_ERROR.exec(typeof cause === 'string' ? cause : '') ?? [];
    return `${field}: ${kind}`;
  });
  return [...new Set(errors)].sort();
}
