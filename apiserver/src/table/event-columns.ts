import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { NAME_COLUMN, stringAt } from './common-columns.js';
import { humanAge } from './human-duration.js';
import type { TableColumn } from './table-column.js';

/*
 * Both APIs serve the same events. The fields regarding, note and deprecatedCount of events.k8s.io
 * are involvedObject, message and count in the core group.
 */

/** The columns of events (pkg/printers/internalversion, printEvent). */
export const EVENT_COLUMNS: readonly TableColumn[] = [
  column('Last Seen', 'The time of the last occurrence.', 0, lastSeen),
  column('Type', 'Normal or Warning.', 0, (event) => stringAt(event, 'type') ?? ''),
  column('Reason', 'The reason, in one word.', 0, (event) => stringAt(event, 'reason') ?? ''),
  column('Object', 'The object of the event.', 0, target),
  column(
    'Subobject',
    'The part of the object.',
    1,
    (event) => stringAt(regarding(event), 'fieldPath') ?? '',
  ),
  column('Source', 'The reporter.', 1, source),
  column('Message', 'The description of the event.', 0, (event) =>
    (stringAt(event, 'message') ?? stringAt(event, 'note') ?? '').trim(),
  ),
  column('First Seen', 'The time of the first occurrence.', 1, firstSeen),
  column('Count', 'The number of occurrences.', 1, count),
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
  const kind = (stringAt(regarding(event), 'kind') ?? '').toLowerCase();
  const name = stringAt(regarding(event), 'name');
  return name === undefined ? kind : `${kind}/${name}`;
}

function source(event: JsonObject): string {
  const component =
    stringAt(event, 'source', 'component') ??
    stringAt(event, 'deprecatedSource', 'component') ??
    stringAt(event, 'reportingComponent') ??
    stringAt(event, 'reportingController') ??
    '';
  const instance =
    stringAt(event, 'source', 'host') ??
    stringAt(event, 'deprecatedSource', 'host') ??
    stringAt(event, 'reportingInstance');
  return instance === undefined ? component : `${component}, ${instance}`;
}

function firstSeen(event: JsonObject, now: number): string {
  const time =
    stringAt(event, 'firstTimestamp') ??
    stringAt(event, 'deprecatedFirstTimestamp') ??
    stringAt(event, 'eventTime');
  return humanAge(time, now);
}

function lastSeen(event: JsonObject, now: number): string {
  const time =
    stringAt(event, 'series', 'lastObservedTime') ??
    stringAt(event, 'lastTimestamp') ??
    stringAt(event, 'deprecatedLastTimestamp');
  return time === undefined ? firstSeen(event, now) : humanAge(time, now);
}

function count(event: JsonObject): number {
  const series = event['series'];
  const value = isJsonObject(series)
    ? series['count']
    : (event['count'] ?? event['deprecatedCount']);
  return typeof value === 'number' && value > 0 ? value : 1;
}
