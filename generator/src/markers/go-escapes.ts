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
  "'": "'",
};

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([\s\S]?))/g;

/** Undoes the escapes of a Go string literal; undefined when one of them is none of Go's. */
export function unescapeGo(text: string): string | undefined {
  const unknown: string[] = [];
  const unescaped = text.replace(
    ESCAPE,
    (
      whole: string,
      hex?: string,
      short?: string,
      long?: string,
      octal?: string,
      simple?: string,
    ) => {
      const digits = hex ?? short ?? long;
      const code = digits !== undefined ? parseInt(digits, 16) : octal && parseInt(octal, 8);
      if (typeof code === 'number' && code <= 0x10ffff) return String.fromCodePoint(code);
      const character = simple === undefined ? undefined : SIMPLE[simple];
      if (character === undefined) unknown.push(whole);
      return character ?? '';
    },
  );
  return unknown.length === 0 ? unescaped : undefined;
}
