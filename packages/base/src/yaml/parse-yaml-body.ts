import { composeYaml, type YamlOptions } from './compose-yaml.js';
import { loadYaml } from './load-yaml.js';
import { JsonSyntaxError, type JsonValue, type StrictJson } from '../json/index.js';
import { YamlToJson } from './yaml-to-json.js';
import { errorMessage } from '../text/index.js';

/**
 * Parses a YAML body as the API server does: YAML 1.1 (`on` and `y` are booleans, also as keys),
 * merge keys, no timestamps. Parses only the first document.
 *
 * @throws JsonSyntaxError if the text is not valid YAML, cannot be expressed as JSON, is too deeply
 * nested or too long
 */
export function parseYamlBody(text: string): JsonValue {
  return parseYamlBodyStrict(text).value;
}

/** Parses as {@link parseYamlBody} does and lists duplicate keys by path. */
export function parseYamlBodyStrict(text: string, options?: YamlOptions): StrictJson {
  try {
    const yaml = loadYaml();
    const conversion = new YamlToJson(yaml, text, options?.listsMerged);
    const value = conversion.convert(composeYaml(yaml, text, options));
    const { paths, byObject, keys, offsets } = conversion.duplicates;
    return { value, duplicates: paths, duplicateKeys: byObject, keys, offsets };
  } catch (cause) {
    if (cause instanceof JsonSyntaxError) throw cause;
    const reason = errorMessage(cause);
    throw new JsonSyntaxError(`body is not YAML: ${reason}`, { cause });
  }
}
