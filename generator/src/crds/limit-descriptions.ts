import type { JSONSchemaProps } from '@vmgen/crd';
import { describedSchemas } from './described-schemas.js';

/**
 * A schema whose descriptions are cut as controller-gen's `crd:maxDescLen=` cuts them.
 *
 * @param maxBytes of UTF-8, as Go counts; 0 leaves all descriptions out
 */
export function limitDescriptions(schema: JSONSchemaProps, maxBytes: number): JSONSchemaProps {
  const limited = structuredClone(schema);
  // One that stands in many places is one object in the clone as well.
  for (const each of new Set(describedSchemas(limited).map((described) => described.schema))) {
    if (each.description === undefined) continue;
    const description = cutText(each.description, maxBytes);
    if (description === '') delete each.description;
    else each.description = description;
  }
  return limited;
}

/**
 * The start of a text that fits, up to the end of its last whole sentence where it has one; else up to
 * its last whole word, with dots behind it, which are not counted.
 */
function cutText(text: string, maxBytes: number): string {
  // No character of UTF-16 takes more than three bytes.
  const space = new Uint8Array(Math.min(maxBytes, text.length * 3));
  const { read } = new TextEncoder().encodeInto(text, space);
  if (read === text.length) return text;
  const cut = text.slice(0, read);
  if (maxBytes === 0) return '';
  const sentence = /^[^]+\p{Sentence_Terminal}/u.exec(cut)?.[0];
  return sentence ?? `${/^([^]+)\p{White_Space}/u.exec(cut)?.[1] ?? cut}...`;
}
