import { errorMessage } from '../text/index.js';
import {
  isJsonObject,
  parseJsonStream,
  stringifyJson,
  type JsonObject,
  type JsonValue,
  type StrictJson,
} from '../json/index.js';
import { parseYamlBodyStrict } from './parse-yaml-body.js';
import type { DocumentPlace, SourceProblem, SourceText } from './source-text.js';
import { textPlace } from './text-place.js';
import { splitDocuments, type DocumentText } from './split-documents.js';

/** One object of a text, with its position. */
export interface ParsedDocument extends DocumentPlace {
  readonly value: JsonObject;
}

/** The maximum number of duplicate keys in a message. */
const MAX_NAMED = 3;

/**
 * Parses the objects of a text: JSON, or YAML with several documents. YAML is parsed as Kubernetes
 * does (YAML 1.1). Items of lists (`kind: List`) are returned one by one, with the number of the
 * list's document.
 */
export function parseDocuments({ source, text }: SourceText): {
  readonly documents: readonly ParsedDocument[];
  readonly problems: readonly SourceProblem[];
} {
  const documents: ParsedDocument[] = [];
  const problems: SourceProblem[] = [];
  /** Returns false after the last document. */
  const take = (
    document: number,
    read: () => StrictJson | undefined,
    whole: DocumentText,
  ): boolean => {
    try {
      const found = read();
      if (found === undefined) return false;
      for (const value of objectsIn(found, whole)) documents.push({ source, document, value });
    } catch (error) {
      problems.push({ source, document, reason: reasonOf(error) });
    }
    return true;
  };
  if (isJson({ source, text })) {
    const values = parseJsonStream(text);
    const read = (): StrictJson | undefined => values.next().value;
    for (let document = 1; take(document, read, { text, firstLine: 1 });) document++;
  } else {
    splitDocuments(text).forEach((each, index) => take(index + 1, () => parseYaml(each), each));
  }
  return { documents, problems };
}

/**
 * Whether a text is JSON: one value, or several as `jq` prints them. Templates (`{{ if }}`) and
 * YAML flow maps begin like JSON but are not.
 */
function isJson({ source, text }: SourceText): boolean {
  if (source.endsWith('.json')) return true;
  if (!/^\s*\{\s*["}]/.test(text)) return false;
  return (
    isRead(() => void JSON.parse(text)) ||
    (/\}\s*\{/.test(text) && isRead(() => [...parseJsonStream(text)]))
  );
}

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/**
 * The maximum number of tokens for a text. It grows with the length, because a list of a cluster's
 * definitions is one document of any length. Text from users or kubectl has about one token per ten
 * characters; denser text is suspicious.
 */
export function mostTokens(text: string): number {
  return 250_000 + Math.floor(text.length / 4);
}

function parseYaml({ text, firstLine }: DocumentText): StrictJson {
  try {
    const read = parseYamlBodyStrict(text, {
      firstLine,
      isStrict: true,
      maxTokens: mostTokens(text),
    });
    return text.includes('{{') ? { ...read, value: withoutTemplates(read.value) } : read;
  } catch (cause) {
    if (!text.includes('{{')) throw cause;
    const known = parseTemplate(text, firstLine);
    if (known !== undefined) return known;
    const advice = 'it holds template expressions ({{ }}): render it first, as with helm template';
    throw new Error(`${reasonOf(cause)}; ${advice}`, { cause });
  }
}

/** Replaces template expressions during parsing. */
const PLACEHOLDER = 'vmgen-template-expression';

/**
 * Parses a CustomResourceDefinition whose labels or annotations are Helm templates, and omits
 * these. Lines that contain only expressions, such as an `if` around a document, may occur above
 * `spec` and at the end. Returns undefined if another part of the document is a template.
 */
function parseTemplate(text: string, firstLine: number): StrictJson | undefined {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => /^spec:/.test(line));
  const behind = lines.findIndex((line, index) => index > from && /^[^\s#{-]/.test(line));
  const isInSpec = (index: number): boolean =>
    from >= 0 && index >= from && (behind < 0 || index < behind);
  const plain = lines.map((line, index) => {
    if (/^\{\{.*\}\}\s*$/.test(line)) return '';
    if (isInSpec(index) || !line.includes('{{')) return line;
    if (/^\s*\{\{.*\}\}\s*$/.test(line)) return '';
    return line.replace(/"\{\{[^"]*\}\}"|'\{\{[^']*\}\}'|\{\{.*?\}\}/g, PLACEHOLDER);
  });
  try {
    const rest = plain.join('\n');
    const read = parseYamlBodyStrict(rest, {
      firstLine,
      isStrict: true,
      maxTokens: mostTokens(rest),
    });
    const value = withoutTemplates(read.value);
    const isDefinition = isJsonObject(value) && value['kind'] === 'CustomResourceDefinition';
    const isKnown = isDefinition && !stringifyJson(value).includes(PLACEHOLDER);
    return isKnown ? { ...read, value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes labels and annotations that are templates. A cluster would not accept text in braces as a
 * label.
 */
function withoutTemplates(value: JsonValue): JsonValue {
  const metadata = isJsonObject(value) ? value['metadata'] : undefined;
  if (!isJsonObject(value) || metadata === undefined || !isJsonObject(metadata)) return value;
  const { labels = null, annotations = null, ...rest } = metadata;
  const isTemplate = (text: JsonValue): boolean =>
    typeof text === 'string' && (text.includes('{{') || text.includes(PLACEHOLDER));
  const isPlaceholder = (text: JsonValue): boolean =>
    typeof text === 'string' && text.includes(PLACEHOLDER);
  return {
    ...value,
    metadata: {
      ...rest,
      ...(labels !== null && { labels: without(labels, isTemplate, isTemplate) }),
      // An annotation may contain the text of a template.
      ...(annotations !== null && {
        annotations: without(annotations, isTemplate, isPlaceholder),
      }),
    },
  };
}

function without(
  texts: JsonValue,
  isRefusedName: (name: string) => boolean,
  isRefused: (value: JsonValue) => boolean,
): JsonValue {
  if (!isJsonObject(texts)) return texts;
  const kept = Object.entries(texts).filter(
    ([name, value]) => !isRefusedName(name) && !isRefused(value),
  );
  return Object.fromEntries(kept);
}

function objectsIn(
  { value, duplicates, offsets }: StrictJson,
  { text, firstLine }: DocumentText,
): JsonObject[] {
  if (duplicates.length > 0) {
    const places = offsets.slice(0, MAX_NAMED).map((offset) => {
      const { line, column } = textPlace(text, offset, firstLine);
      return `line ${line}, column ${column}`;
    });
    const named = places.map((place, index) => `${duplicates[index]} (${place})`).join(', ');
    const rest = duplicates.length - MAX_NAMED;
    throw new Error(`duplicate keys: ${named}${rest > 0 ? ` and ${rest} more` : ''}`);
  }
  // kubectl skips null items too.
  return value === null ? [] : flatten(value);
}

function flatten(value: JsonValue): JsonObject[] {
  if (!isJsonObject(value)) {
    throw new Error(`it is ${describe(value)}, and no object with apiVersion and kind`);
  }
  const { kind, items } = value;
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return [value];
  return items.flatMap((item) => flatten(withType(item, value)));
}

/**
 * Adds kind and apiVersion to the items of a typed list (`CustomResourceDefinitionList`), where a
 * server may omit them.
 */
function withType(item: JsonValue, { kind, apiVersion }: JsonObject): JsonValue {
  if (kind === 'List' || typeof kind !== 'string' || !isJsonObject(item)) return item;
  if (item['kind'] !== undefined || apiVersion === undefined) return item;
  return { apiVersion, kind: kind.slice(0, -'List'.length), ...item };
}

function describe(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/** The parser's messages refer to the body of a request. */
function reasonOf(error: unknown): string {
  return errorMessage(error).replace(/^body is (?=not|nested)/, '');
}
