export { appendAll } from './append-all.js';
export { cloneJson } from './clone-json.js';
export { deepEqualJson } from './deep-equal-json.js';
export { DuplicateFields, type DuplicateKeys } from './duplicate-fields.js';
export { escapeGoJson, goJson } from './go-json.js';
export { goFloat, goNumber } from './go-number.js';
export { formatGoTime, parseGoTime } from './go-time.js';
export { goText, goTypeName, goValue } from './go-value-text.js';
export { exactInteger } from './integer-from-text.js';
export { ItemsByKeys, keysText } from './items-by-keys.js';
export {
  JsonSyntaxError,
  hasMoreParts,
  depthError,
  isTooDeep,
  MAX_JSON_DEPTH,
} from './json-limits.js';
export { type JsonObject, type JsonValue, isJsonObject, isMapping } from './json-value.js';
export { getOwn, setOwn } from './own-property.js';
export { mergePatch } from './merge-patch.js';
export { parseJsonStream } from './parse-json-exact.js';
export { parseJson, parseJsonObject, parseJsonStrict } from './parse-json.js';
export type { StrictJson } from './strict-json.js';
export { membersInOrder, stringifyJson } from './stringify-json.js';
export { TooLargeError } from './too-large-error.js';
export { WorkBudget, WorkLimitError } from './work-budget.js';
