import { errorMessage } from '@vmgen/cel/internal/text';
import {
  isJsonObject,
  parseJsonStream,
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
    return parseYamlBodyStrict(text, { firstLine, isStrict: true, maxTokens: mostTokens(text) });
  } catch (cause) {
    if (!text.includes('{{')) throw cause;
    const advice = 'it holds template expressions ({{ }}): render it first, as with helm template';
    throw new Error(`${reasonOf(cause)}; ${advice}`, { cause });
  }
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
