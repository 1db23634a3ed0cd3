import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { ErrorList } from './error-list.js';
import { ensureObject, getObject, setDefaults, getString } from './fields.js';
import { checkJobSpec, defaultTemplate } from './job-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { scheduleProblem } from './cron-schedule.js';
import { podWarnings } from './pod-warnings.js';
import { checkCounts, printedSelector } from './workload-rules.js';

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
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    checkSchedule(errors, spec);
    checkTimeZone(errors, spec);
    checkCounts(errors, 'spec', spec, [
      'startingDeadlineSeconds',
      'successfulJobsHistoryLimit',
      'failedJobsHistoryLimit',
    ]);
    errors.oneOf('spec.concurrencyPolicy', spec['concurrencyPolicy'], [
      'Allow',
      'Forbid',
      'Replace',
    ]);
    checkTemplate(errors, 'spec.jobTemplate.spec', getObject(spec, 'jobTemplate', 'spec'));
    const name = getString(getObject(object, 'metadata'), 'name');
    if (live === undefined && name.length > MAX_NAME) {
      errors.invalid('metadata.name', name, `must be no more than ${MAX_NAME} characters`);
    }
    return errors.errors;
  },
  warningsOf: (object) =>
    podWarnings(
      'spec.jobTemplate.spec.template.spec',
      getObject(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec'),
    ),
};

function checkSchedule(errors: ErrorList, spec: JsonObject): void {
  const schedule = getString(spec, 'schedule');
  if (!errors.given('spec.schedule', schedule)) return;
  if (schedule.includes('TZ')) {
    const detail = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    errors.invalid('spec.schedule', schedule, detail);
    return;
  }
  const problem = scheduleProblem(schedule);
  if (problem !== undefined) errors.invalid('spec.schedule', schedule, problem);
}

function checkTimeZone(errors: ErrorList, spec: JsonObject): void {
  const { timeZone } = spec;
  if (typeof timeZone !== 'string') return;
  const problem = timeZoneProblem(timeZone);
  if (problem !== undefined) errors.invalid('spec.timeZone', timeZone, problem);
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

function checkTemplate(errors: ErrorList, path: string, spec: JsonObject): void {
  checkJobSpec(errors, path, spec);
  const { selector, manualSelector } = spec;
  if (isJsonObject(selector)) {
    const detail = '`selector` will be auto-generated';
    errors.invalid(`${path}.selector`, printedSelector(selector), detail);
  }
  if (manualSelector === true) {
    const message = 'Unsupported value: true: supported values: "nil", "false"';
    errors.add([{ type: 'FieldValueNotSupported', field: `${path}.manualSelector`, message }]);
  }
}
