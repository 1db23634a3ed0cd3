const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

/** `\x` and octal escapes denote bytes of UTF-8, so a sequence of them is decoded as a whole. */
const BYTES = /(?:\\x[0-9a-fA-F]{2}|\\[0-3][0-7]{2})+/;
const ESCAPE = new RegExp(
  `(${BYTES.source})|\\\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\\s\\S]?))`,
  'g',
);

/** Decodes the escapes of a Go string literal; undefined for an invalid escape. */
export function unescapeGo(text: string): string | undefined {
  const unknown: string[] = [];
  const unescaped = text.replace(
    ESCAPE,
    (whole: string, bytes?: string, short?: string, long?: string, simple?: string) => {
      if (bytes !== undefined) return decodeBytes(bytes);
      const digits = short ?? long;
      if (digits !== undefined) {
        const code = parseInt(digits, 16);
        if (code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)) {
          return String.fromCodePoint(code);
        }
      }
      const character = simple === undefined ? undefined : SIMPLE[simple];
      if (character === undefined) unknown.push(whole);
      return character ?? '';
    },
  );
  return unknown.length === 0 ? unescaped : undefined;
}

function decodeBytes(escapes: string): string {
  const bytes = [...escapes.matchAll(/\\(?:x(..)|(...))/g)].map(([, hex, octal = '']) => {
    return hex === undefined ? parseInt(octal, 8) : parseInt(hex, 16);
  });
  return Buffer.from(bytes).toString('utf8');
}
