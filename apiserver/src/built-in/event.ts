import {
  deepEqualJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@vmgen/crd/internal/json';
import type { FieldError } from '@vmgen/crd';
import type { ObjectStore } from '../storage/object-store.js';
import type { Endpoint } from '../resource/endpoint.js';
import { metaString } from '../resource/object-meta.js';
import { builtInEndpoint } from './built-in-endpoint.js';
import { eventFromCore, eventToCore } from './convert-event.js';
import { builtInSchema } from './built-in-schemas.js';

const REFERENCE_FIELDS = [
  'kind',
  'namespace',
  'name',
  'uid',
  'apiVersion',
  'resourceVersion',
  'fieldPath',
] as const;

const common = {
  kind: 'Event',
  plural: 'events',
  shortNames: ['ev'],
  namespaced: true,
  hasStatus: false,
} as const;
const habits = {
  nameForm: 'dns1123-subdomain',
  allowsCreateOnUpdate: true,
  allowsUnconditionalUpdate: true,
  tracksGeneration: false,
  defaultGarbageCollection: 'Unsupported',
} as const;

/**
 * Events, of which the API has two versions in two groups over the same objects. They are stored
 * as core/v1.
 */
export function eventEndpoints(store: ObjectStore): readonly Endpoint[] {
  const core = builtInEndpoint({
    ...common,
    group: '',
    version: 'v1',
    schema: builtInSchema('io.k8s.api.core.v1.Event'),
    store,
    fieldLabels: fieldLabels('involvedObject', 'source.component|reportingComponent'),
    strategy: { ...habits, validate: validateCoreEvent },
  });
  const events = builtInEndpoint({
    ...common,
    group: 'events.k8s.io',
    version: 'v1',
    schema: builtInSchema('io.k8s.api.events.v1.Event'),
    store,
    fieldLabels: fieldLabels('regarding', 'deprecatedSource.component|reportingController'),
    storedAs: { group: '', version: 'v1' },
    conversion: { fromStored: eventFromCore, toStored: eventToCore },
    strategy: { ...habits, refusedGroup: '', validate: validateEvent },
  });
  return [core, events];
}

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
    errors.push(refused('type', type, `has invalid value: ${type}`));
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
