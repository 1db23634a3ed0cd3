import { printable } from '@vmgen/runtime/observability';
import { TIME, UUID } from './masked-state.js';
import { cutText } from '../../process/cut-text.js';

/** A longer argument is cut, because the name of an effect is a line of a timeline and a part of a plan. */
const MAX_ARGUMENT = 40;

/** Returns the name of an effect without UIDs, which differ between runs. */
export const withoutUids = (name: string): string => name.replaceAll(UUID, 'UID');

/**
 * Returns the name of a call of an outside object: `dns.create shop 10.0.0.1`. It has the arguments that are
 * texts, numbers or booleans, or have a name, without UIDs and times.
 */
export function callName(method: string, args: readonly unknown[]): string {
  return [method, ...args.map(argumentText)].filter((text) => text !== '').join(' ');
}

function argumentText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return shortText(value);
  if (typeof value !== 'object' || value === null) return '';
  const { name } = value as { readonly name?: unknown };
  return typeof name === 'string' ? shortText(name) : '';
}

function shortText(text: string): string {
  const line = printable(text.replaceAll(/\s+/g, ' ').trim());
  const masked = TIME.test(line) ? 'TIME' : withoutUids(line);
  return cutText(masked, MAX_ARGUMENT);
}
