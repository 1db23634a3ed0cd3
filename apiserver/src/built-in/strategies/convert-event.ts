import type { JsonObject } from '@vmgen/base/json';

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
export function eventFromCore(event: JsonObject): JsonObject {
  const shown = { ...event };
  for (const name of REPORTER) if (shown[name] === '') Reflect.deleteProperty(shown, name);
  return { ...renamed(shown, TO_EVENTS), apiVersion: 'events.k8s.io/v1' };
}

/** Converts an events.k8s.io/v1 Event to core/v1. */
export function eventToCore(event: JsonObject): JsonObject {
  const absent = Object.fromEntries(REPORTER.map((name) => [name, '']));
  return { ...absent, ...renamed(event, TO_CORE), apiVersion: 'v1' };
}

function renamed(event: JsonObject, newNames: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [newNames.get(name) ?? name, value]),
  );
}
