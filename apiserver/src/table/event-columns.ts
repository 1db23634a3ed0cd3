import { isJsonObject, type JsonObject } from '@vmgen/crd/json';
import { NAME_COLUMN, textAt } from './common-columns.js';
import { humanAge } from './human-duration.js';
import type { TableColumn } from './table-column.js';

/*
 * Both APIs show one and the same event: what events.k8s.io calls regarding, note and
 * deprecatedCount is involvedObject, message and count in the core group.
 */

/** The columns of events (pkg/printers/internalversion, printEvent). */
export const EVENT_COLUMNS: readonly TableColumn[] = [
  column(
    'Last Seen',
    'The time at which the most recent occurrence of this event was recorded.',
    0,
    lastSeen,
  ),
  column(
    'Type',
    'Type of this event (Normal, Warning), new types could be added in the future',
    0,
    (event) => textAt(event, 'type') ?? '',
  ),
  column(
    'Reason',
    "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
    0,
    (event) => textAt(event, 'reason') ?? '',
  ),
  column('Object', 'The object that this event is about.', 0, target),
  column(
    'Subobject',
    'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.',
    1,
    (event) => textAt(regarding(event), 'fieldPath') ?? '',
  ),
  column(
    'Source',
    'The component reporting this event. Should be a short machine understandable string.',
    1,
    source,
  ),
  column('Message', 'A human-readable description of the status of this operation.', 0, (event) =>
    (textAt(event, 'message') ?? textAt(event, 'note') ?? '').trim(),
  ),
  column(
    'First Seen',
    'The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)',
    1,
    firstSeen,
  ),
  column('Count', 'The number of times this event has occurred.', 1, count),
  { ...NAME_COLUMN, priority: 1 },
];

function column(
  name: string,
  description: string,
  priority: number,
  cell: TableColumn['cell'],
): TableColumn {
  return { name, type: 'string', format: '', description, priority, cell };
}

function regarding(event: JsonObject): JsonObject {
  const reference = event['involvedObject'] ?? event['regarding'];
  return isJsonObject(reference) ? reference : {};
}

function target(event: JsonObject): string {
  const kind = (textAt(regarding(event), 'kind') ?? '').toLowerCase();
  const name = textAt(regarding(event), 'name');
  return name === undefined ? kind : `${kind}/${name}`;
}

function source(event: JsonObject): string {
  const component =
    textAt(event, 'source', 'component') ??
    textAt(event, 'deprecatedSource', 'component') ??
    textAt(event, 'reportingComponent') ??
    textAt(event, 'reportingController') ??
    '';
  const instance =
    textAt(event, 'source', 'host') ??
    textAt(event, 'deprecatedSource', 'host') ??
    textAt(event, 'reportingInstance');
  return instance === undefined ? component : `${component}, ${instance}`;
}

function firstSeen(event: JsonObject, now: number): string {
  const time =
    textAt(event, 'firstTimestamp') ??
    textAt(event, 'deprecatedFirstTimestamp') ??
    textAt(event, 'eventTime');
  return humanAge(time, now);
}

function lastSeen(event: JsonObject, now: number): string {
  const time =
    textAt(event, 'series', 'lastObservedTime') ??
    textAt(event, 'lastTimestamp') ??
    textAt(event, 'deprecatedLastTimestamp');
  return time === undefined ? firstSeen(event, now) : humanAge(time, now);
}

function count(event: JsonObject): number {
  const series = event['series'];
  const value = isJsonObject(series)
    ? series['count']
    : (event['count'] ?? event['deprecatedCount']);
  return typeof value === 'number' && value > 0 ? value : 1;
}
