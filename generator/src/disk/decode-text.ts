import { decodeUtf8, tryDecodeUtf8 } from '@vmgen/base/bytes';
import { LineMap } from '../text/line-map.js';

/** The reason why bytes are not text, and the position. */
export interface NoText {
  /** Such as `byte 5 (0xff) is not UTF-8`. */
  readonly what: string;
  /** Of the byte; both count from 1. */
  readonly line: number;
  readonly column: number;
}

/** Decodes UTF-8 without a byte order mark, or returns why the bytes are not text. */
export function decodeText(bytes: Uint8Array): string | NoText {
  const utf16 = UTF_16.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (utf16) return { what: `it is ${utf16.name}`, line: 1, column: 1 };
  const text = tryDecodeUtf8(bytes);
  if (text === undefined) return noText(firstBroken(bytes), 'is not UTF-8', bytes);
  const nul = bytes.indexOf(0);
  if (nul >= 0) return noText(nul, 'is not text', bytes);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

const UTF_16 = [
  { mark: [0xff, 0xfe], name: 'UTF-16 (it starts with the bytes ff fe)' },
  { mark: [0xfe, 0xff], name: 'UTF-16 (it starts with the bytes fe ff)' },
];

function noText(offset: number, what: string, bytes: Uint8Array): NoText {
  const before = decodeUtf8(bytes.subarray(0, offset));
  const byte = (bytes[offset] ?? 0).toString(16).padStart(2, '0');
  return {
    what: `byte ${offset} (0x${byte}) ${what}`,
    ...new LineMap(before).placeOf(before.length),
  };
}

/** The offset of the first byte that no character has, by halves. */
function firstBroken(bytes: Uint8Array): number {
  let sound = 0;
  let broken = bytes.length;
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (isPrefixOfText(bytes.subarray(0, middle))) sound = middle;
    else broken = middle;
  }
  while (tryDecodeUtf8(bytes.subarray(0, sound)) === undefined) sound--;
  return sound;
}

/** A character may be cut off at the end. */
function isPrefixOfText(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    decoder.decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
