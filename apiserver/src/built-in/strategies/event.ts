import {
  deepEqualJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@vmgen/crd/internal/json';
import type { FieldError } from '@vmgen/crd';
import { metaString } from '../../resource/object-meta.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { eventFromCore, eventToCore } from './convert-event.js';

const REFERENCE_FIELDS = [
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
  judgesAlone: true,
  defaultGarbageCollection: 'Unsupported',
  fieldLabels: fieldLabels('involvedObject', 'source.component|reportingComponent'),
  validate: validateCoreEvent,
};

/**
 * events.k8s.io/v1 Event: the API has two versions in two groups over the same objects, which are
 * stored as core/v1.
 */
export const eventStrategy: BuiltInStrategy = {
  judgesAlone: true,
  defaultGarbageCollection: 'Unsupported',
  fieldLabels: fieldLabels('regarding', 'deprecatedSource.component|reportingController'),
  conversion: { fromStored: eventFromCore, toStored: eventToCore },
  refusedGroup: '',
  validate: validateEvent,
};

function fieldLabels(reference: string, source: string): Record<string, string> {
  return {
    ...Object.fromEntries(
      REFERENCE_FIELDS.map((field) => [`${reference}.${field}`, `${reference}.${field}`]),
    ),
    reason: 'reason',
    reportingComponent: source,
    source,
    type: 'type',
  };
}

function textAt(object: JsonObject, field: string): string {
  const value = object[field];
  return typeof value === 'string' ? value : '';
}

function validateCoreEvent(object: JsonObject): FieldError[] {
  const reference = object['involvedObject'];
  const namespace = isJsonObject(reference) ? textAt(reference, 'namespace') : '';
  const own = metaString(object, 'namespace');
  if (namespace === own || (namespace === '' && own === 'default')) return [];
  return [refused('involvedObject.namespace', namespace, 'does not match event.namespace')];
}

/** The rules of the new events; fields are named as core/v1 names them, as the real server does. */
function validateEvent(object: JsonObject, live: JsonObject | undefined): FieldError[] {
  if (live !== undefined) return validateEventUpdate(object, live);
  const errors: FieldError[] = [];
  if (object['eventTime'] === undefined) errors.push(missing('eventTime'));
  const type = textAt(object, 'type');
  if (errors.length === 0) {
    for (const field of ['reportingController', 'reportingInstance', 'action', 'reason']) {
      if (textAt(object, field) === '') errors.push(missing(field));
    }
  }
  if (type !== 'Normal' && type !== 'Warning') {
    errors.push(refused('type', '', `has invalid value: ${type}`));
  }
  return errors;
}

function validateEventUpdate(object: JsonObject, live: JsonObject): FieldError[] {
  const immutable = ['regarding', 'reason', 'related', 'note', 'action', 'type', 'eventTime'];
  return immutable
    .filter((field) => !deepEqualJson(object[field], live[field]))
    .map((field) => {
      const shown = field === 'regarding' ? 'involvedObject' : field === 'note' ? 'message' : field;
      return refused(shown, object[field] ?? '', 'field is immutable');
    });
}

function missing(field: string): FieldError {
  return { type: 'FieldValueRequired', field, message: 'Required value' };
}

function refused(field: string, value: JsonValue, detail: string): FieldError {
  const message = `Invalid value: ${JSON.stringify(value)}: ${detail}`;
  return { type: 'FieldValueInvalid', field, message };
}
