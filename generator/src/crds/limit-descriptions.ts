import type { JSONSchemaProps } from '@vmgen/crd';
import { describedSchemas } from './described-schemas.js';

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
