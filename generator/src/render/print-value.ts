import { propertyKey, stringLiteral } from './escape.js';
import { LINE_WIDTH } from './layout.js';

/** A JSON value as a TypeScript expression, laid out as Prettier would; `column` is taken already. */
export function printValue(value: unknown, indent = 0, column = indent): string {
  const inner = indent + 2;
  const margin = ' '.repeat(inner);
  if (Array.isArray(value)) {
    const flat = holdsObject(value) ? undefined : printFlat(value);
    if (flat !== undefined && column + flat.length <= LINE_WIDTH) return flat;
    const items = value.map((item) => `${margin}${printValue(item, inner)},\n`).join('');
    return `[\n${items}${' '.repeat(indent)}]`;
  }
  // Objects stay open: one property a line reads best.
  if (!isFilledObject(value)) return printFlat(value);
  const entries = Object.entries(value).map(([name, property]) => {
    const key = propertyKey(name);
    const printed = printValue(property, inner, inner + key.length + 3);
    // A string that does not fit goes to a line of its own.
    const tooWide = !printed.includes('\n') && inner + key.length + 3 + printed.length > LINE_WIDTH;
    return `${margin}${key}:${tooWide ? `\n${margin}  ` : ' '}${printed},\n`;
  });
  return `{\n${entries.join('')}${' '.repeat(indent)}}`;
}

/** A value that holds no filled object, in one line. */
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
