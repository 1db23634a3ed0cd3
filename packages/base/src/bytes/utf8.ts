const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The UTF-8 bytes of a text. Unpaired surrogates become U+FFFD. */
export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text);

/** The text of UTF-8 bytes, with its byte order mark; undefined if they are invalid. */
export function tryDecodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}
