import { byteLength } from '@vmgen/base/bytes';
import type { CustomResourceDefinition, JSONSchemaProps } from '@vmgen/crd';

/** Reserved for the other annotations, which count toward the same limit. */
const MARGIN = 4 * 1024;
/** The maximum size of an object that `kubectl apply` can store in its annotation, in bytes of JSON. */
export const APPLY_LIMIT = 256 * 1024 - MARGIN;

/** A CRD that kubectl can apply, if omitting descriptions was sufficient. */
export interface TrimmedCrd {
  readonly crd: CustomResourceDefinition;
  readonly droppedCount: number;
  readonly fits: boolean;
}

/**
 * Drops descriptions, the most deeply nested first and of those the longest, until kubectl can apply the CRD.
 */
export function trimDescriptions(crd: CustomResourceDefinition): TrimmedCrd {
  const excess = sizeOf(crd) - APPLY_LIMIT;
  if (excess <= 0) return { crd, droppedCount: 0, fits: true };
  const trimmed = unshared(crd);
  const described = describedIn(trimmed);
  described.sort((a, b) => b.depth - a.depth || b.size - a.size);
  let left = excess;
  let droppedCount = 0;
  for (const { schema, size } of described) {
    if (left <= 0) break;
    left -= size;
    droppedCount++;
    delete schema.description;
  }
  return { crd: trimmed, droppedCount, fits: left <= 0 };
}

/** The size of the descriptions of a CRD, in bytes of JSON. */
export function descriptionsSize(crd: CustomResourceDefinition): number {
  return describedIn(crd).reduce((sum, { size }) => sum + size, 0);
}

function describedIn(crd: CustomResourceDefinition): Described[] {
  return crd.spec.versions.flatMap(({ schema }) =>
    schema?.openAPIV3Schema ? sized(schema.openAPIV3Schema) : [],
  );
}

/** A deep copy in which every object occurs once; in a CRD, schemas are shared. */
function unshared<T>(value: T): T;
function unshared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => unshared(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, unshared(each)] as const);
  return Object.fromEntries(entries);
}

interface Described extends DescribedSchema {
  /** In bytes of JSON. */
  readonly size: number;
}

/** In bytes of JSON. */
export function sizeOf(value: object): number {
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? Number(each) : each,
  );
  return byteLength(text);
}

function sized(root: JSONSchemaProps): Described[] {
  return describedSchemas(root).flatMap(({ schema, depth }) => {
    const { description } = schema;
    return description === undefined ? [] : [{ schema, depth, size: sizeOf({ description }) - 1 }];
  });
}

/** A schema of a CRD that can have a description, and its nesting depth. */
interface DescribedSchema {
  readonly schema: JSONSchemaProps;
  readonly depth: number;
}

/** The schema and all schemas in it that may have a description; those in junctors may not. */
function describedSchemas(schema: JSONSchemaProps, depth = 0): DescribedSchema[] {
  const { properties = {}, items, additionalProperties } = schema;
  const inner = [
    ...Object.values(properties),
    ...(items && !Array.isArray(items) ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return [{ schema, depth }, ...inner.flatMap((each) => describedSchemas(each, depth + 1))];
}

/**
 * A schema whose descriptions are truncated as controller-gen's `crd:maxDescLen=` does.
 *
 * @param maxBytes the maximum in bytes of UTF-8, as in Go; 0 omits all descriptions
 */
export function limitDescriptions(schema: JSONSchemaProps, maxBytes: number): JSONSchemaProps {
  const limited = structuredClone(schema);
  // A schema that occurs several times is one object in the clone as well.
  for (const each of new Set(describedSchemas(limited).map((described) => described.schema))) {
    if (each.description === undefined) continue;
    const description = cutText(each.description, maxBytes);
    if (description === '') delete each.description;
    else each.description = description;
  }
  return limited;
}

/**
 * The start of a text that fits, up to the end of its last complete sentence if it has one; otherwise up to
 * its last complete word, followed by dots, which are not counted.
 */
function cutText(text: string, maxBytes: number): string {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  const space = new Uint8Array(Math.min(maxBytes, text.length * 3));
  const { read } = new TextEncoder().encodeInto(text, space);
  if (read === text.length) return text;
  const cut = text.slice(0, read);
  if (maxBytes === 0) return '';
  const sentence = /^[^]+\p{Sentence_Terminal}/u.exec(cut)?.[0];
  return sentence ?? `${/^([^]+)\p{White_Space}/u.exec(cut)?.[1] ?? cut}...`;
}
