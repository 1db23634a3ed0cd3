const SPACE = '[\\t\\n\\v\\f\\r ]*';
const TOKEN = "[\\w!#$%&'*+\\-.^`{|}~]+";
const ESCAPED = '[()<>@,;:\\\\"/[\\]?=]';
const QUOTED = `"(?:\\\\${ESCAPED}|[^"\\\\\\r\\n]|\\\\(?!${ESCAPED}))*"`;

const TYPE = new RegExp(`^${SPACE}(${TOKEN}(?:/${TOKEN})?)${SPACE}(?=;|$)`);
const PARAMETER = new RegExp(
  `${SPACE};${SPACE}(${TOKEN})${SPACE}=${SPACE}(${TOKEN}|${QUOTED})${SPACE}`,
  'y',
);
const END = new RegExp(`${SPACE};?${SPACE}$`, 'y');

/**
 * Returns the media type of a Content-Type header in lower case, without its parameters. Returns
 * undefined if kube-apiserver rejects the header (Go's mime.ParseMediaType): a parameter without a
 * value, a repeated parameter with another value, an empty parameter that is not the last.
 */
export function parseMediaType(header: string): string | undefined {
  // Most requests.
  if (header === 'application/json') return header;
  const [whole, type] = TYPE.exec(header) ?? [];
  if (whole === undefined || type === undefined) return undefined;
  const parameters = new Map<string, string>();
  let position = whole.length;
  while (!matchesAt(END, header, position)) {
    PARAMETER.lastIndex = position;
    const [parameter, name = '', value = ''] = PARAMETER.exec(header) ?? [];
    if (parameter === undefined) return undefined;
    const [key, text] = [name.toLowerCase(), unquoted(value)];
    if ((parameters.get(key) ?? text) !== text) return undefined;
    parameters.set(key, text);
    position += parameter.length;
  }
  return type.toLowerCase();
}

function matchesAt(pattern: RegExp, text: string, position: number): boolean {
  pattern.lastIndex = position;
  return pattern.test(text);
}

const ESCAPE = new RegExp(`\\\\(${ESCAPED})`, 'g');

const unquoted = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replace(ESCAPE, '$1') : value;
