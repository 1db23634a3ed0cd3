export { appendAll } from './append-all.js';
export { deepEqualJson } from './deep-equal-json.js';
export { goJson } from './go-json.js';
export { goFloat, goNumber } from './go-number.js';
export { goSyntax, goText, goTypeName } from './go-value-text.js';
export { ItemsByKeys } from './items-by-keys.js';
export { type JsonObject, type JsonValue, isJsonObject } from './json-value.js';
