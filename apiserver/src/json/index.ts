export { isJsonObject, type JsonObject, type JsonValue } from './json-value.js';
export { parseJson, parseJsonStrict, type StrictJson } from './parse-json.js';
export { parseYamlBody, parseYamlBodyStrict } from './parse-yaml-body.js';
export { stringifyJson } from './stringify-json.js';
export { deepEqualJson } from './deep-equal-json.js';
export { cloneJson } from './clone-json.js';
export { JsonSyntaxError, maxJsonDepth } from './json-limits.js';
export { getOwn, setOwn } from './own-property.js';
