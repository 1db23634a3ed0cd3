import { isMapping } from '@vmgen/base/json';
import { propertyKey, stringLiteral } from './escape.js';

/** A JSON value as a TypeScript expression: one line for each property, and for each item of a list with objects. */
export function printValue(value: unknown): string {
  return printAt(value, 0, new Map());
}

/** Printed objects by indentation, because an object may occur several times. */
type Printed = Map<object, { readonly indent: number; readonly text: string }>;

function printAt(value: unknown, indent: number, printed: Printed): string {
  const inner = indent + 2;
  const margin = ' '.repeat(inner);
  if (Array.isArray(value)) {
    if (!holdsObject(value)) return printFlat(value);
    let items = '';
    value.forEach((item: unknown) => {
      items += `${margin}${printAt(item, inner, printed)},\n`;
    });
    return `[\n${items}${' '.repeat(indent)}]`;
  }
  if (!isFilledObject(value)) return printFlat(value);
  const known = printed.get(value);
  if (known?.indent === indent) return known.text;
  // Text is appended: joining would copy all of it at each level.
  let entries = '';
  for (const [name, property] of Object.entries(value)) {
    entries += `${margin}${propertyKey(name)}: ${printAt(property, inner, printed)},\n`;
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
  return isMapping(value) && Object.keys(value).length > 0;
}

function holdsObject(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => isFilledObject(item) || holdsObject(item));
}
