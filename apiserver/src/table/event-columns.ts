import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { NAME_COLUMN, textAt } from './common-columns.js';
import { humanAge } from './human-duration.js';
import type { TableColumn } from './table-column.js';

/*
 * Both APIs show one and the same event: what events.k8s.io calls regarding, note and
 * deprecatedCount is involvedObject, message and count in the core group.
 */

/** The columns of events (pkg/printers/internalversion, printEvent). */
export const EVENT_COLUMNS: readonly TableColumn[] = [
  column('Last Seen', 'When it happened last.', 0, lastSeen),
  column('Type', 'Normal or Warning.', 0, (event) => textAt(event, 'type') ?? ''),
  column('Reason', 'Why it happened, in one word.', 0, (event) => textAt(event, 'reason') ?? ''),
  column('Object', 'What it happened to.', 0, target),
  column(
    'Subobject',
    'The part of the object that it happened to.',
    1,
    (event) => textAt(regarding(event), 'fieldPath') ?? '',
  ),
  column('Source', 'Who tells of it.', 1, source),
  column('Message', 'What happened, in words for people.', 0, (event) =>
    (textAt(event, 'message') ?? textAt(event, 'note') ?? '').trim(),
  ),
  column('First Seen', 'When it happened first.', 1, firstSeen),
  column('Count', 'How often it happened.', 1, count),
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
