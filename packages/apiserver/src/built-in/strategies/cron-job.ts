import type { Field } from '@vmgen/crd/internal';
import { ensureObject, setDefaults } from './fields.js';
import { checkJobSpec, defaultTemplate } from './job-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { workloadWarnings } from './template-warnings.js';

/** The names of its Jobs have 11 more characters. */
const MAX_NAME = 52;

/** batch/v1 CronJob. */
export const cronJobStrategy: BuiltInStrategy = {
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    setDefaults(spec, {
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
    defaultTemplate(ensureObject(spec, 'jobTemplate', 'spec'));
  },
  validate(object, live) {
    const spec = object.at('spec');
    checkSchedule(spec.at('schedule'));
    checkTimeZone(spec.at('timeZone'));
    spec.counts('startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit');
    spec.at('concurrencyPolicy').oneOf('Allow', 'Forbid', 'Replace');
    checkTemplate(spec.at('jobTemplate', 'spec'));
    const name = object.at('metadata', 'name');
    if (live === undefined && name.text.length > MAX_NAME) {
      name.invalid(`must be no more than ${MAX_NAME} characters`);
    }
  },
  warningsOf: workloadWarnings('spec', 'jobTemplate', 'spec', 'template'),
};

function checkSchedule(schedule: Field): void {
  if (!schedule.given()) return;
  const problem = schedule.text.includes('TZ')
    ? 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'
    : scheduleProblem(schedule.text);
  if (problem !== undefined) schedule.invalid(problem);
}

function checkTimeZone(timeZone: Field): void {
  if (typeof timeZone.value !== 'string') return;
  const problem = timeZoneProblem(timeZone.value);
  if (problem !== undefined) timeZone.invalid(problem);
}

function timeZoneProblem(zone: string): string | undefined {
  if (zone === '') return 'timeZone must be nil or non-empty string';
  if (zone.toLowerCase() === 'local') {
    return 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return undefined;
  } catch {
    return `unknown time zone ${zone}`;
  }
}

function checkTemplate(spec: Field): void {
  checkJobSpec(spec);
  const [selector, manual] = [spec.at('selector'), spec.at('manualSelector')];
  if (selector.isObject) {
    selector.invalid('`selector` will be auto-generated');
  }
  if (manual.value === true) {
    const message = 'Unsupported value: true: supported values: "nil", "false"';
    manual.report('FieldValueNotSupported', message);
  }
}

/** The fields of a schedule, in order, with their ranges. */
const FIELDS: readonly ScheduleField[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { min: 0, max: 6, names: 'sun mon tue wed thu fri sat'.split(' ') },
];

interface ScheduleField {
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
function scheduleProblem(schedule: string): string | undefined {
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
function rangeProblem(text: string, field: ScheduleField): string | undefined {
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
function readNumber(text: string, { min, names }: ScheduleField): number | string {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return named + min;
  if (/^[+-]?\d+$/.test(text)) {
    const number = Number(text);
    return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
  }
  const reason = `strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  return `failed to parse int from ${text}: ${reason}`;
}
