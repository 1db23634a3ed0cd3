/**
 * What a type says of its values, as a text: equal texts say the same. The order of fields and of the
 * members of unions is left out, since TypeScript's checker does not keep it, and so is `readonly`,
 * which says nothing of values.
 */
export type Shape = string;

/** A type that one side cannot say as a shape. */
export class NoShape extends Error {}

export interface FieldShape {
  readonly name: string;
  /** Whether objects may do without it. */
  readonly mayMiss: boolean;
  /** Without undefined where it may miss. */
  readonly type: Shape;
}

/** Deeper than this types are not compared: recursive ones have no end. */
export const DEEPEST = 7;
export const TOO_DEEP: Shape = '...';

export function objectShape(fields: readonly FieldShape[]): Shape {
  const texts = fields.map(({ name, mayMiss, type }) => {
    return `${JSON.stringify(name)}${mayMiss ? '?' : ''}: ${type}`;
  });
  return `{ ${texts.sort().join('; ')} }`;
}

export const mapShape = (value: Shape): Shape => `Map<${value}>`;

export const arrayShape = (element: Shape): Shape => `Array<${element}>`;

/** `min` elements at least; those behind may be left out. */
export const tupleShape = (elements: readonly Shape[], min: number): Shape =>
  `[${elements.map((each, index) => (index < min ? each : `${each}?`)).join(', ')}]`;

export const literalShape = (value: string | number | boolean): Shape => JSON.stringify(value);

/** The strings that distinguish template literals; a template may match some of them. */
const SAMPLES: readonly string[] = [
  ...['', 'a', 'b', 'ab', 'aB', 'A', 'x', 'p', 'on', 'true', 'false', '0', '1', '-1', '2.5', '10'],
  ...['a-', '-a', 'a-a', 'a-b', 'b-a', 'a-1', 'a-2', 'a-true', 'x-a', 'x-1', 'x-x', '1-a', '1-1'],
  ...['p_a', 'p_b', 'p_x', 'a_p', 'p_', '_p', 'p_p_a', 'A-', 'X-A', 'a_b', 'kind', 'p_kind'],
];

/** What says which texts match. */
export const textsShape = (matches: (text: string) => boolean): Shape =>
  `Texts<${SAMPLES.filter(matches).join(' ')}>`;

/** Members that are one of the others say nothing. */
export function unionShape(members: readonly Shape[]): Shape {
  const isCovered = (member: Shape): boolean =>
    (members.includes('string') && /^("|Texts<)/.test(member)) ||
    (members.includes('number') && /^-?\d/.test(member));
  const isNothing = (member: Shape): boolean => member === 'never' || isCovered(member);
  const different = [...new Set(members)].filter((member) => !isNothing(member)).sort();
  if (different.length === 0) return 'never';
  return different.length === 1 ? different.join('') : `(${different.join(' | ')})`;
}
