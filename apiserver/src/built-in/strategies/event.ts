import { deepEqualJson, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { FieldError } from '@vmgen/crd';
import type { fieldErrors } from '@vmgen/crd/internal';
import { isQualifiedName } from '@vmgen/base/text';
import { metaString } from '../../resource/object-meta.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList, goStruct } from './error-list.js';
import { isFilled, getNumber, getObject, getString } from './fields.js';

/** The fields of Go's ObjectReference in the order of its struct. */
const OBJECT_REFERENCE_FIELDS = [
  'kind',
  'namespace',
  'name',
  'uid',
  'apiVersion',
  'resourceVersion',
  'fieldPath',
] as const;

/** core/v1 Event. */
export const coreEventStrategy: BuiltInStrategy = {
  skipSchemaValidation: true,
  nameForm: 'path-segment',
  validatesMetadataLast: true,
  defaultGarbageCollection: 'Unsupported',
  fieldLabels: fieldLabels('involvedObject', 'source.component|reportingComponent'),
  validate: validateCoreEvent,
};

/** events.k8s.io/v1 Event. Both groups serve the same objects, which are stored as core/v1. */
export const eventStrategy: BuiltInStrategy = {
  skipSchemaValidation: true,
  nameForm: 'path-segment',
  validatesMetadataLast: true,
  defaultGarbageCollection: 'Unsupported',
  fieldLabels: fieldLabels('regarding', 'deprecatedSource.component|reportingController'),
  conversion: { fromStored: eventFromCore, toStored: eventToCore },
  refusedGroup: '',
  validate: validateEvent,
};

function fieldLabels(reference: string, source: string): Record<string, string> {
  return {
    ...Object.fromEntries(
      OBJECT_REFERENCE_FIELDS.map((field) => [`${reference}.${field}`, `${reference}.${field}`]),
    ),
    reason: 'reason',
    reportingComponent: source,
    source,
    type: 'type',
  };
}

/** Validates the involved object and the namespace of a core/v1 event. */
function validateCoreEvent(object: JsonObject): FieldError[] {
  return legacyErrors(object, 'reportingComponent');
}

/** Validates an events.k8s.io/v1 event. The messages use the names of core/v1's fields. */
function validateEvent(object: JsonObject, live: JsonObject | undefined): FieldError[] {
  const core = eventToCore(object);
  const errors = new ErrorList();
  errors.add(legacyErrors(core, 'reportingController'));
  if (live !== undefined) {
    const before = eventToCore(live);
    if (!isSame(core['series'], before['series'])) checkSeries(errors, core);
    for (const field of KEPT_FIELDS) {
      const shown = field === 'reportingComponent' ? 'reportingController' : field;
      errors.immutable(shown, isSame(core[field], before[field]), printed(core, field));
    }
    return errors.errors;
  }
  checkSeries(errors, core);
  if (isUnset(core['eventTime'])) errors.required('eventTime');
  const type = getString(core, 'type');
  if (type !== 'Normal' && type !== 'Warning') {
    errors.invalid('type', '', `has invalid value: ${type}`);
  }
  for (const field of ['firstTimestamp', 'lastTimestamp', 'count', 'source']) {
    if (!isUnset(core[field])) errors.invalid(field, '', 'needs to be unset');
  }
  return errors.errors;
}

/** The immutable fields of an events.k8s.io/v1 event. */
const KEPT_FIELDS = [
  'involvedObject',
  'reason',
  'message',
  'action',
  'related',
  'type',
  'eventTime',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'source',
  'reportingComponent',
  'reportingInstance',
];

/** Prints a reference as Go prints the internal struct. */
function printed(event: JsonObject, field: string): JsonValue | fieldErrors.Verbatim {
  const value = event[field] ?? '';
  if (field !== 'involvedObject' && field !== 'related') return value;
  const reference = getObject(event, field);
  return goStruct({
    Kind: getString(reference, 'kind'),
    Namespace: getString(reference, 'namespace'),
    Name: getString(reference, 'name'),
    UID: getString(reference, 'uid'),
    APIVersion: getString(reference, 'apiVersion'),
    ResourceVersion: getString(reference, 'resourceVersion'),
    FieldPath: getString(reference, 'fieldPath'),
  });
}

const MAX_WORD_LENGTH = 128;
const MAX_MESSAGE_LENGTH = 1024;

/**
 * The rules of all versions. An event with an event time must specify its reporter.
 *
 * Upstream: legacyValidateEvent in kubernetes/pkg/apis/core/validation/events.go.
 */
function legacyErrors(event: JsonObject, reporter: string): FieldError[] {
  const errors = new ErrorList();
  const namespace = getString(getObject(event, 'involvedObject'), 'namespace');
  const own = metaString(event, 'namespace');
  const isNew = !isUnset(event['eventTime']);
  const mayBeEmpty = own === 'default' || (isNew && own === 'kube-system');
  const fits = namespace === '' ? mayBeEmpty : isNew || namespace === own;
  if (!fits) {
    errors.invalid('involvedObject.namespace', namespace, 'does not match event.namespace');
  }
  if (!isNew) return errors.errors;
  const controller = getString(event, 'reportingComponent');
  errors.given(reporter, controller);
  errors.problems(reporter, controller, isQualifiedName(controller));
  for (const field of ['reportingInstance', 'action', 'reason']) {
    errors.given(field, event[field]);
    checkLength(errors, event, field, MAX_WORD_LENGTH);
  }
  checkLength(errors, event, 'message', MAX_MESSAGE_LENGTH);
  return errors.errors;
}

function checkLength(errors: ErrorList, event: JsonObject, field: string, most: number): void {
  if (Buffer.byteLength(getString(event, field)) <= most) return;
  errors.invalid(field, '', `can have at most ${most} characters`);
}

function checkSeries(errors: ErrorList, event: JsonObject): void {
  const { series } = event;
  if (!isJsonObject(series)) return;
  if ((getNumber(series, 'count') ?? 0) < 2) {
    errors.invalid('series.count', '', 'should be at least 2');
  }
  if (isUnset(series['lastObservedTime'])) errors.required('series.lastObservedTime');
}

const isUnset = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || (isJsonObject(value) && !isFilled(value));

/** Whether two fields are equal. An absent field is equal to the zero value of its type. */
function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (isUnset(a) || isUnset(b)) return isUnset(a) && isUnset(b);
  return deepEqualJson(a ?? null, b ?? null);
}

/** The names of an event's fields in core/v1 and in events.k8s.io/v1. */
const NAMES: readonly (readonly [core: string, events: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
];
const TO_EVENTS = new Map(NAMES);
const TO_CORE = new Map(NAMES.map(([core, events]) => [events, core]));

/** The reporter's fields. If they are empty, core/v1 shows them and events.k8s.io/v1 omits them. */
const REPORTER = ['reportingComponent', 'reportingInstance'];

/** Converts a core/v1 Event to events.k8s.io/v1. */
function eventFromCore(event: JsonObject): JsonObject {
  const shown = { ...event };
  for (const name of REPORTER) if (shown[name] === '') Reflect.deleteProperty(shown, name);
  return { ...renamed(shown, TO_EVENTS), apiVersion: 'events.k8s.io/v1' };
}

/** Converts an events.k8s.io/v1 Event to core/v1. */
function eventToCore(event: JsonObject): JsonObject {
  const absent = Object.fromEntries(REPORTER.map((name) => [name, '']));
  return { ...absent, ...renamed(event, TO_CORE), apiVersion: 'v1' };
}

function renamed(event: JsonObject, newNames: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [newNames.get(name) ?? name, value]),
  );
}
