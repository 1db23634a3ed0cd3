/** The most characters of a value in a message. */
const MOST = 80;

/** A value in a message: as JSON, long ones cut. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value, bigintsAsText);
  return text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`;
}

/** Integers beyond what a number holds are read as such. */
const bigintsAsText = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;
