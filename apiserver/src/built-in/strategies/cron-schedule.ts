/** The fields of a schedule, in order, with their ranges. */
const FIELDS: readonly Field[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { min: 0, max: 6, names: 'sun mon tue wed thu fri sat'.split(' ') },
];

interface Field {
  readonly min: number;
  readonly max: number;
  /** Names for the numbers from `min` on. */
  readonly names?: readonly string[];
}

const DESCRIPTORS: ReadonlySet<string> = new Set([
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
]);
const DURATION =
  /^[+-]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)((\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))*$/;

/**
 * Returns an error in a schedule, with the message of the parser that Kubernetes uses; undefined if
 * it is valid.
 */
export function scheduleProblem(schedule: string): string | undefined {
  if (schedule.startsWith('@')) return descriptorProblem(schedule);
  const fields = schedule.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  for (const [i, field] of FIELDS.entries()) {
    for (const range of (fields[i] ?? '').split(',').filter((part) => part !== '')) {
      const problem = rangeProblem(range, field);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

function descriptorProblem(descriptor: string): string | undefined {
  const every = '@every ';
  if (descriptor.startsWith(every)) {
    const duration = descriptor.slice(every.length);
    if (duration === '0' || DURATION.test(duration)) return undefined;
    return `failed to parse duration ${descriptor}: time: invalid duration ${JSON.stringify(duration)}`;
  }
  return DESCRIPTORS.has(descriptor) ? undefined : `unrecognized descriptor: ${descriptor}`;
}

/** Parses `*`, `3` or `1-5`, each with an optional step: `/2`. */
function rangeProblem(text: string, field: Field): string | undefined {
  const [range = '', step, ...moreSteps] = text.split('/');
  const [low = '', high, ...moreEnds] = range.split('-');
  let start: number | string = field.min;
  let end: number | string = field.max;
  if (low !== '*' && low !== '?') {
    start = readNumber(low, field);
    if (typeof start === 'string') return start;
    if (moreEnds.length > 0) return `too many hyphens: ${text}`;
    end = high === undefined ? start : readNumber(high, field);
    if (typeof end === 'string') return end;
  }
  if (moreSteps.length > 0) return `too many slashes: ${text}`;
  const every = step === undefined ? 1 : readNumber(step, { min: 0, max: 0 });
  if (typeof every === 'string') return every;
  if (step !== undefined && high === undefined) end = field.max;
  if (start < field.min) {
    return `beginning of range (${start}) below minimum (${field.min}): ${text}`;
  }
  if (end > field.max) return `end of range (${end}) above maximum (${field.max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return every === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

/** Returns a number, or the error. */
function readNumber(text: string, { min, names }: Field): number | string {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return named + min;
  if (/^[+-]?\d+$/.test(text)) {
    const number = Number(text);
    return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
  }
  const reason = `strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  return `failed to parse int from ${text}: ${reason}`;
}
