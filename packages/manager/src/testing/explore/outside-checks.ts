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
