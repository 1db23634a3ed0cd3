import type { Field } from '../types/type.js';
import { propertyAccess } from '../render/escape.js';
import { LINE_WIDTH } from '../render/layout.js';

/** Lines `copy.x = …`; for an optional field `if (source.x !== undefined) copy.x = …`. */
export function copyAssignment({ name, optional }: Field, value: string): string[] {
  const source = propertyAccess('source', name);
  const lines =
    name === '__proto__' ? definition(value) : [`${propertyAccess('copy', name)} = ${value};`];
  if (!optional) return lines;
  const isThere = `${source} !== undefined`;
  const condition =
    name === '__proto__' ? `Object.hasOwn(source, '__proto__') && ${isThere}` : isThere;
  const [only = '', ...more] = lines;
  const line = `if (${condition}) ${only}`;
  if (more.length === 0 && line.length + 2 <= LINE_WIDTH) return [line];
  return [`if (${condition}) {`, ...lines.map((each) => `  ${each}`), `}`];
}

/** A plain assignment would set the prototype instead of a field. */
function definition(value: string): string[] {
  return [
    `Object.defineProperty(copy, '__proto__', {`,
    `  value: ${value},`,
    `  writable: true,`,
    `  enumerable: true,`,
    `  configurable: true,`,
    `});`,
  ];
}
