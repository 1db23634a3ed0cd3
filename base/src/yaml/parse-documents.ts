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

/** One object of a text, where it stands. */
export interface ParsedDocument extends DocumentPlace {
  readonly value: JsonObject;
}

/** How many repeated keys a message names. */
const MAX_NAMED = 3;

/**
 * The objects of a text, JSON or YAML of several documents, read as Kubernetes does: YAML 1.1. Those
 * in lists (`kind: List`) come one by one, under the number of the list.
 */
export function parseDocuments({ source, text }: SourceText): {
  readonly documents: readonly ParsedDocument[];
  readonly problems: readonly SourceProblem[];
} {
  const documents: ParsedDocument[] = [];
  const problems: SourceProblem[] = [];
  /** False where there is no such document any more. */
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
 * Most of what starts like JSON is JSON, of one value or of several as `jq` prints them; a template
 * (`{{ if }}`) and a YAML flow map are not.
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
 * A list of a cluster's definitions is one document of any length, so the limit grows with it. Text
 * that people or kubectl write has a token in some ten characters; denser text is hostile.
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

/** What stands for a template expression while a text is read. */
const PLACEHOLDER = 'vmgen-template-expression';

/**
 * A CustomResourceDefinition whose labels or annotations are templates of a Helm chart: they say nothing
 * of the kind, and are left out.
 * Lines that hold expressions alone, such as the `if` around a document, may stand above `spec` and at
 * the end. Undefined where another part of the document is a template.
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

/** Without the labels and annotations that are templates; text in braces is no label to any cluster. */
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
      // An annotation may well hold the text of a template of its own.
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
    throw new Error(`keys that stand twice: ${named}${rest > 0 ? ` and ${rest} more` : ''}`);
  }
  // As kubectl passes over it.
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

/** In a list of one kind (`CustomResourceDefinitionList`) a server's items need not say theirs. */
function withType(item: JsonValue, { kind, apiVersion }: JsonObject): JsonValue {
  if (kind === 'List' || typeof kind !== 'string' || !isJsonObject(item)) return item;
  if (item['kind'] !== undefined || apiVersion === undefined) return item;
  return { apiVersion, kind: kind.slice(0, -'List'.length), ...item };
}

function describe(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/** The reader speaks of the body of a request. */
function reasonOf(error: unknown): string {
  return errorMessage(error).replace(/^body is (?=not|nested)/, '');
}
