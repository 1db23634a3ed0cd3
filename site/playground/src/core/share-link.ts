import { checkState, excessOf, LIMITS, type PlaygroundState, StateError } from './state.js';

/** Browsers and chat programs cut longer addresses. */
export const MAX_LINK_LENGTH = 32_000;

/**
 * The most bytes that the content of a link has, so that a small link cannot fill the memory. JSON needs at most six bytes
 * for a UTF-16 unit of a text; the rest is for paths.
 */
const MAX_STATE_BYTES = 6 * LIMITS.totalLength + 100_000;

const PREFIX = '#s1=';

/** An old page, kept by its browser, may read a new link. */
const OTHER_VERSION = {
  problem:
    'The link is of another version of the playground. Reload the page, or ask for a new link.',
};

/** What a link contains: a state, or a problem as a sentence. */
type ReadLink = { readonly state: PlaygroundState } | { readonly problem: string };

/** Returns the part of an address from `#` on; undefined if it or the files are too long to be shared. */
export async function writeLink(state: PlaygroundState): Promise<string | undefined> {
  if (excessOf(state.files) !== undefined) return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const compressed = await through(bytes, new CompressionStream('deflate-raw'), MAX_STATE_BYTES);
  const link = PREFIX + toBase64Url(compressed);
  return link.length > MAX_LINK_LENGTH ? undefined : link;
}

/**
 * Reads the part of an address from `#` on, which anybody may have written. Returns undefined if it contains no
 * state.
 */
export async function readLink(hash: string): Promise<ReadLink | undefined> {
  if (!hash.startsWith(PREFIX)) return /^#s\d+=/.test(hash) ? OTHER_VERSION : undefined;
  const text = hash.slice(PREFIX.length);
  if (text.length > MAX_LINK_LENGTH) return { problem: 'The link is too long to be read.' };
  if (!/^[\w-]+$/.test(text)) return { problem: 'The link is incomplete or damaged.' };
  try {
    const bytes = await through(
      fromBase64Url(text),
      new DecompressionStream('deflate-raw'),
      MAX_STATE_BYTES,
    );
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { state: checkState(JSON.parse(json)) };
  } catch (error) {
    if (error instanceof StateError) return { problem: `The link is invalid: ${error.message}.` };
    return { problem: 'The link is incomplete or damaged.' };
  }
}

/** Both streams of the platform have this form. */
interface ByteStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
}

/** @throws StateError if the result has more bytes than `most`, and what the stream rejects with */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: ByteStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const written = writer.write(bytes).then(() => writer.close());
  // Damaged input rejects the reads below too.
  written.catch(() => undefined);
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new StateError('its content is too large');
    }
  }
  await written;
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
