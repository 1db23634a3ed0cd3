import type { JsonObject } from '@vmgen/base/json';

/** core/v1's names of an event's fields, with those of events.k8s.io/v1. */
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

/** Who reports an event: core/v1 shows both fields when they are empty, events.k8s.io/v1 does not. */
const REPORTER = ['reportingComponent', 'reportingInstance'];

/** A core/v1 Event as events.k8s.io/v1 shows it. */
export function eventFromCore(event: JsonObject): JsonObject {
  const shown = { ...event };
  for (const name of REPORTER) if (shown[name] === '') Reflect.deleteProperty(shown, name);
  return { ...renamed(shown, TO_EVENTS), apiVersion: 'events.k8s.io/v1' };
}

/** An events.k8s.io/v1 Event as core/v1 shows it. */
export function eventToCore(event: JsonObject): JsonObject {
  const absent = Object.fromEntries(REPORTER.map((name) => [name, '']));
  return { ...absent, ...renamed(event, TO_CORE), apiVersion: 'v1' };
}

function renamed(event: JsonObject, newNames: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [newNames.get(name) ?? name, value]),
  );
}
