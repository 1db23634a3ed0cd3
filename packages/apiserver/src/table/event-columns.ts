import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { column, NAME_COLUMN, stringAt, type TableColumn } from './column.js';
import { humanAge } from '@vmgen/base/text';

/*
 * Both APIs serve the same events. The fields regarding, note and deprecatedCount of events.k8s.io
 * are involvedObject, message and count in the core group.
 */

/** The columns of events (pkg/printers/internalversion, printEvent). */
export const EVENT_COLUMNS: readonly TableColumn[] = [
  column('Last Seen', lastSeen, { description: 'The time of the last occurrence.' }),
  column('Type', 'type', { description: 'Normal or Warning.' }),
  column('Reason', 'reason', { description: 'The reason, in one word.' }),
  column('Object', target, { description: 'The object of the event.' }),
  column('Subobject', (event) => stringAt(regarding(event), 'fieldPath'), {
    description: 'The part of the object.',
    priority: 1,
  }),
  column('Source', source, { description: 'The reporter.', priority: 1 }),
  column('Message', (event) => firstOf(event, 'message', 'note').trim(), {
    description: 'The description of the event.',
  }),
  column('First Seen', firstSeen, {
    description: 'The time of the first occurrence.',
    priority: 1,
  }),
  column('Count', count, { description: 'The number of occurrences.', priority: 1 }),
  { ...NAME_COLUMN, priority: 1 },
];

/** Returns the first text that is not empty. */
function firstOf(event: JsonObject, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = stringAt(event, ...path.split('.'));
    if (text !== '') return text;
  }
  return '';
}

function regarding(event: JsonObject): JsonObject {
  const reference = event['involvedObject'] ?? event['regarding'];
  return isJsonObject(reference) ? reference : {};
}

function target(event: JsonObject): string {
  const kind = stringAt(regarding(event), 'kind').toLowerCase();
  const name = stringAt(regarding(event), 'name');
  return name === '' ? kind : `${kind}/${name}`;
}

function source(event: JsonObject): string {
  const component = firstOf(
    event,
    'source.component',
    'deprecatedSource.component',
    'reportingComponent',
    'reportingController',
  );
  const instance = firstOf(event, 'source.host', 'deprecatedSource.host', 'reportingInstance');
  return instance === '' ? component : `${component}, ${instance}`;
}

function firstSeen(event: JsonObject, now: number): string {
  return humanAge(firstOf(event, 'firstTimestamp', 'deprecatedFirstTimestamp', 'eventTime'), now);
}

function lastSeen(event: JsonObject, now: number): string {
  const time = firstOf(
    event,
    'series.lastObservedTime',
    'lastTimestamp',
    'deprecatedLastTimestamp',
  );
  return time === '' ? firstSeen(event, now) : humanAge(time, now);
}

function count(event: JsonObject): number {
  const series = event['series'];
  const value = isJsonObject(series)
    ? series['count']
    : (event['count'] ?? event['deprecatedCount']);
  return typeof value === 'number' && value > 0 ? value : 1;
}
