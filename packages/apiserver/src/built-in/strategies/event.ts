import { byteLength } from '@vmgen/base/bytes';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { isDns1123Subdomain, isQualifiedName } from '@vmgen/base/text';
import { Field } from '@vmgen/crd/internal';
import { metaString } from '../../resource/object-meta.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { isFilled, sameJson } from './fields.js';

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
  nameForm: 'path-segment',
  validatesMetadataLast: true,
  defaultGarbageCollection: 'Unsupported',
  fieldLabels: fieldLabels('involvedObject', 'source.component|reportingComponent'),
  validate: (object) => checkLegacyRules(object, 'reportingComponent'),
};

/** events.k8s.io/v1 Event. Both groups serve the same objects, which are stored as core/v1. */
export const eventStrategy: BuiltInStrategy = {
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

/**
 * Validates an events.k8s.io/v1 event. The messages use the names of core/v1's fields. Recorders only
 * patch the series of an event, so changes of other fields are not validated.
 */
function validateEvent(object: Field, live: JsonObject | undefined): void {
  const core = new Field(eventToCore(object.object), '', object.errors);
  checkLegacyRules(core, 'reportingController');
  const series = core.at('series');
  if (!sameJson(series.value, live?.['series'])) checkSeries(series);
  if (live !== undefined) return;
  object.at('metadata', 'name').check(isDns1123Subdomain);
  const [time, type] = [core.at('eventTime'), core.at('type')];
  if (isUnset(time.value)) time.required();
  if (type.text !== 'Normal' && type.text !== 'Warning') {
    type.invalid(`has invalid value: ${type.text}`, '');
  }
  for (const name of ['firstTimestamp', 'lastTimestamp', 'count', 'source']) {
    if (!isUnset(core.at(name).value)) core.at(name).invalid('needs to be unset', '');
  }
}

const MAX_WORD_LENGTH = 128;
const MAX_MESSAGE_LENGTH = 1024;

/**
 * The rules of all versions. An event with an event time must specify its reporter.
 *
 * Upstream: legacyValidateEvent in kubernetes/pkg/apis/core/validation/events.go.
 */
function checkLegacyRules(event: Field, reporter: string): void {
  const namespace = event.at('involvedObject', 'namespace');
  const own = metaString(event.object, 'namespace');
  const isNew = !isUnset(event.at('eventTime').value);
  const mayBeEmpty = own === 'default' || (isNew && own === 'kube-system');
  const fits = namespace.text === '' ? mayBeEmpty : isNew || namespace.text === own;
  if (!fits) namespace.invalid('does not match event.namespace', namespace.text);
  if (!isNew) return;
  const controller = new Field(event.at('reportingComponent').text, reporter, event.errors);
  controller.given();
  controller.check(isQualifiedName);
  for (const name of ['reportingInstance', 'action', 'reason']) {
    event.at(name).given();
    checkLength(event.at(name), MAX_WORD_LENGTH);
  }
  checkLength(event.at('message'), MAX_MESSAGE_LENGTH);
}

function checkLength(field: Field, most: number): void {
  if (byteLength(field.text) <= most) return;
  field.invalid(`can have at most ${most} characters`, '');
}

function checkSeries(series: Field): void {
  if (!series.isObject) return;
  const [count, time] = [series.at('count'), series.at('lastObservedTime')];
  if ((count.number ?? 0) < 2) count.invalid('should be at least 2', '');
  if (isUnset(time.value)) time.required();
}

const isUnset = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || (isJsonObject(value) && !isFilled(value));

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
