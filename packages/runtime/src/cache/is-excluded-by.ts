import type { KubernetesObject } from '../meta/types.js';

/**
 * Returns whether a field selector certainly excludes an object: one of its fields is a path to a
 * scalar of the object with another value. The server defines the other fields and their defaults.
 */
export function isExcludedBy(fieldSelector: string | undefined, object: KubernetesObject): boolean {
  if (fieldSelector === undefined) return false;
  return fieldSelector.split(',').some((requirement) => {
    const [, path = '', operator, wanted] = /^([^=!]+)(!=|==?)(.*)$/.exec(requirement) ?? [];
    const value = path.split('.').reduce<unknown>(fieldOf, object);
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    return (String(value) === wanted) === (operator === '!=');
  });
}

function fieldOf(part: unknown, name: string): unknown {
  if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
  return (part as Readonly<Record<string, unknown>>)[name];
}
