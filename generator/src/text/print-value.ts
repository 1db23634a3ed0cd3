import { propertyKey, stringLiteral } from './escape.js';
import { LINE_WIDTH } from './layout.js';

/** A JSON value as a TypeScript expression, laid out as Prettier would. */
export function printValue(value: unknown): string {
  return printAt(value, 0, 0, new Map());
}

/** Printed objects by indentation, because an object may occur several times. */
type Printed = Map<object, { readonly indent: number; readonly text: string }>;

/** @param column the length of the current line so far */
function printAt(value: unknown, indent: number, column: number, printed: Printed): string {
  const inner = indent + 2;
  const margin = ' '.repeat(inner);
  if (Array.isArray(value)) {
    const flat = holdsObject(value) ? undefined : printFlat(value);
    if (flat !== undefined && column + flat.length <= LINE_WIDTH) return flat;
    let items = '';
    value.forEach((item: unknown) => {
      items += `${margin}${printAt(item, inner, inner, printed)},\n`;
    });
    return `[\n${items}${' '.repeat(indent)}]`;
  }
  // Objects stay open: one property a line reads best.
  if (!isFilledObject(value)) return printFlat(value);
  const known = printed.get(value);
  if (known?.indent === indent) return known.text;
  // Text is appended: joining would copy all of it at each level.
  let entries = '';
  for (const [name, property] of Object.entries(value)) {
    const key = propertyKey(name);
    const text = printAt(property, inner, inner + key.length + 3, printed);
    // A string that does not fit is moved to a new line.
    const isOneLine = !isFilledObject(property) && !holdsObject(property) && !text.includes('\n');
    const tooWide = isOneLine && inner + key.length + 3 + text.length > LINE_WIDTH;
    entries += `${margin}${key}:${tooWide ? `\n${margin}  ` : ' '}${text},\n`;
  }
  const text = `{\n${entries}${' '.repeat(indent)}}`;
  printed.set(value, { indent, text });
  return text;
}

/** Prints a value without non-empty objects in one line. */
function printFlat(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(printFlat).join(', ')}]`;
  return typeof value === 'object' && value !== null ? '{}' : String(value);
}

function isFilledObject(value: unknown): value is object {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).length > 0;
}

function holdsObject(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => isFilledObject(item) || holdsObject(item));
}
