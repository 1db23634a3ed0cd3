import { VmgenError } from '@vmgen/runtime';
import { errorText } from '@vmgen/runtime/observability';

/**
 * Returns what is wrong with a field of an outside object; undefined if nothing is. The calls of methods of a
 * field would not be effects.
 *
 * @param path the field, such as `cloud.dns`
 */
export function fieldProblem(path: string, value: unknown): string | undefined {
  if (!hasMethods(value)) return undefined;
  return `${path} has methods, and their calls are not effects; make it an outside object of its own`;
}

/**
 * Returns what is wrong with the result of a method that is an effect; undefined if nothing is. With the faults
 * of an exploration, each such method returns a promise, which a program does not expect of others.
 *
 * @param path the method, such as `dns.has`
 */
export function answerProblem(path: string, answer: unknown): string | undefined {
  if (answer === undefined || isPromiseLike(answer)) return undefined;
  return `${path} returns no promise; list it in reads if it changes nothing, or make it async`;
}

/**
 * Returns a copy of the state of an outside object.
 *
 * @throws VmgenError if it cannot be copied, such as a promise
 */
export function snapshotOf(name: string, outside: { snapshot(): unknown }): unknown {
  try {
    const snapshot = structuredClone(outside.snapshot());
    if (containsItself(snapshot)) throw new Error('it contains itself');
    return snapshot;
  } catch (cause) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `the snapshot of the outside object ${name} cannot be copied: ${errorText(cause)}; return data, and no promise`,
      { cause },
    );
  }
}

const isPromiseLike = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value;

/** Whether a value is an object of a program, and not of JavaScript, such as a Map, and has methods. */
function hasMethods(value: unknown): boolean {
  if (Object.prototype.toString.call(value) !== '[object Object]') return false;
  for (let each = value; typeof each === 'object' && each !== null && each !== Object.prototype;) {
    const descriptors = Object.entries(Object.getOwnPropertyDescriptors(each));
    if (descriptors.some(([key, { value: own }]) => key !== 'constructor' && isFunction(own))) {
      return true;
    }
    each = Object.getPrototypeOf(each) as unknown;
  }
  return false;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** An outside object that plans can begin with in any step. */
interface RestorableOutside {
  snapshot(): unknown;
  restore(snapshot: never): void | Promise<void>;
}

export function isRestorable(outside: object): outside is RestorableOutside {
  return 'snapshot' in outside && 'restore' in outside;
}

/**
 * Returns what is compared of an outside object: its snapshot, or its public fields.
 *
 * @throws VmgenError if it cannot be compared, such as an object that contains itself
 */
export function contentOf(name: string, outside: object): unknown {
  if (isRestorable(outside)) return snapshotOf(name, outside);
  if (containsItself(outside)) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `the outside object ${name} cannot be compared, because it contains itself; give it the methods snapshot and restore`,
    );
  }
  return outside;
}

function containsItself(value: unknown, outer: readonly unknown[] = []): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (outer.includes(value)) return true;
  const parts = value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
  return parts.some((part) => containsItself(part, [...outer, value]));
}
