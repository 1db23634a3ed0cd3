import { appendAll, goText, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { alignLines } from './align.js';
import { type Context, namespaceOf } from './context.js';
import { asError, CommandError, throwAll } from './errors.js';
import type { CommandDefinition } from './flags.js';
import { humanDuration } from '@vmgen/base/text';
import { objectAt, objectsAt, stringAt, valueAt } from './json-at.js';
import { apiVersionOf, pathOf, withQuery } from './resources.js';
import { type Selection, select } from './select.js';

export const DESCRIBE: CommandDefinition = {
  name: 'describe',
  usage: '(TYPE [NAME ...] | TYPE/NAME ... | -f FILE)',
  about: 'Prints the fields and events of objects.',
  flags: {
    'all-namespaces': { type: 'switch', short: 'A', about: 'objects of all namespaces' },
    filename: { type: 'texts', short: 'f', about: 'objects that a file contains' },
    namespace: { type: 'text', short: 'n', about: 'the namespace; defaults to default' },
    selector: { type: 'text', short: 'l', about: 'only objects with these labels' },
    'show-events': { type: 'switch', about: 'whether to print events; defaults to true' },
  },
};

export async function describe(context: Context): Promise<void> {
  const { args, out, err } = context;
  if (args.words.length === 0 && args.texts('filename').length === 0) {
    throw new CommandError('you must specify the type of resource to describe, such as pods');
  }
  const selection = await select(context);
  const errors = [...selection.errors];
  const objects = await read(context, selection, errors);
  const hasEvents = args.isSet('show-events', objects.length === 1);
  const texts: string[] = [];
  for (const object of objects) {
    const events = hasEvents ? await eventsOf(context, object) : undefined;
    texts.push(textOf(object, events));
  }
  out(texts.join('\n\n'));
  if (texts.length === 0 && errors.length === 0) {
    err(
      args.isSet('all-namespaces')
        ? 'No resources found\n'
        : `No resources found in ${namespaceOf(context)} namespace.\n`,
    );
  }
  throwAll(errors);
}

async function read(
  { client, args }: Context,
  { collections, objects }: Selection,
  errors: Error[],
): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  const add = async (work: Promise<readonly JsonObject[]>): Promise<void> => {
    try {
      appendAll(found, await work);
    } catch (error) {
      errors.push(asError(error));
    }
  };
  for (const place of collections) {
    const path = withQuery(pathOf(place), { labelSelector: args.text('selector') });
    const type = { apiVersion: apiVersionOf(place.resource), kind: place.resource.kind };
    await add(
      client
        .get(path)
        .then((list) => objectsAt(list, 'items').map((item) => ({ ...type, ...item }))),
    );
  }
  for (const object of objects)
    await add(client.get(pathOf(object, object.name)).then((one) => [one]));
  return found;
}

async function eventsOf({ client }: Context, object: JsonObject): Promise<JsonObject[]> {
  const metadata = objectAt(object, 'metadata');
  const namespace = stringAt(metadata, 'namespace');
  const fields = {
    name: stringAt(metadata, 'name'),
    namespace,
    kind: stringAt(object, 'kind'),
    uid: stringAt(metadata, 'uid'),
  };
  const fieldSelector = Object.entries(fields)
    .map(([field, value]) => `involvedObject.${field}=${value}`)
    .join(',');
  const path = namespace === '' ? '/api/v1/events' : `/api/v1/namespaces/${namespace}/events`;
  const list = await client.get(withQuery(path, { fieldSelector }));
  return objectsAt(list, 'items').sort(
    (a, b) => timeAt(a, 'lastTimestamp') - timeAt(b, 'lastTimestamp'),
  );
}

type Line = readonly string[];

/** The fields of an object, and its events unless they are undefined. */
function textOf(object: JsonObject, events: readonly JsonObject[] | undefined): string {
  const metadata = objectAt(object, 'metadata');
  const { managedFields: _1, name, namespace, labels, annotations, ...rest } = metadata;
  const lines: Line[] = [
    ['Name:', goText(name ?? '')],
    ['Namespace:', goText(namespace ?? '')],
    ...pairLines('Labels:', labels, '='),
    ...pairLines('Annotations:', annotations, ': '),
    ...fieldLines({ ...object, metadata: rest }, ''),
    ...(events === undefined ? [] : eventLines(events)),
  ];
  return alignLines(lines, { minWidth: 0, padding: 2 });
}

/** What kubectl itself stores, which no user wants to read. */
const HIDDEN: ReadonlySet<string> = new Set(['kubectl.kubernetes.io/last-applied-configuration']);

function pairLines(title: string, map: JsonValue | undefined, separator: string): Line[] {
  const entries = Object.entries(isJsonObject(map) ? map : {})
    .filter(([key]) => !HIDDEN.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return [[title, '<none>']];
  return entries.map(([key, value], index) => [
    index === 0 ? title : '',
    `${key}${separator}${goText(value ?? '')}`,
  ]);
}

function fieldLines(object: JsonObject, margin: string): Line[] {
  return Object.entries(object)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([field, value = null]): Line[] => {
      const label = `${margin}${labelOf(field)}:`;
      const inner = `${margin}  `;
      if (isJsonObject(value)) return [[label], ...fieldLines(value, inner)];
      if (!Array.isArray(value)) return [[label, goText(value)]];
      return [
        [label],
        ...value.flatMap((item) =>
          isJsonObject(item) ? fieldLines(item, inner) : [[`${inner}${goText(item)}`]],
        ),
      ];
    });
}

const ACRONYMS: ReadonlySet<string> = new Set(['API', 'URL', 'UID', 'GUID']);

/** `creationTimestamp` becomes `Creation Timestamp`, and `podCIDR` `Pod CIDR`. */
function labelOf(field: string): string {
  if (/[^\p{L}-]/u.test(field)) return field;
  const parts = field.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|-/gu) ?? [field];
  return parts
    .map((part) => {
      if (ACRONYMS.has(part.toUpperCase())) return part.toUpperCase();
      return part === part.toLowerCase() ? part.charAt(0).toUpperCase() + part.slice(1) : part;
    })
    .join(' ');
}

function eventLines(events: readonly JsonObject[]): Line[] {
  if (events.length === 0) return [['Events:', '<none>']];
  return [
    ['Events:'],
    ['  Type', 'Reason', 'Age', 'From', 'Message'],
    ['  ----', '------', '----', '----', '-------'],
    ...events.map((event) => [
      `  ${stringAt(event, 'type')}`,
      stringAt(event, 'reason'),
      ageOf(event),
      stringAt(event, 'source', 'component') || stringAt(event, 'reportingComponent'),
      messageOf(event),
    ]),
  ];
}

function messageOf(event: JsonObject): string {
  const path = stringAt(event, 'involvedObject', 'fieldPath');
  const message = stringAt(event, 'message').trim();
  return path === '' ? message : `${path}: ${message}`;
}

/** How long ago an event occurred: `5s`, or `5s (x3 over 2m)` if it was repeated. */
function ageOf(event: JsonObject): string {
  const since = (...path: string[]): string => {
    const time = timeAt(event, ...path);
    return time === 0 ? '<unknown>' : humanDuration(Date.now() - time);
  };
  const first = timeAt(event, 'eventTime') === 0 ? since('firstTimestamp') : since('eventTime');
  const count = valueAt(event, 'series', 'count');
  if (count !== undefined) {
    return `${since('series', 'lastObservedTime')} (x${goText(count)} over ${first})`;
  }
  const repeated = event['count'];
  const isRepeated = typeof repeated === 'number' && repeated > 1;
  return isRepeated ? `${since('lastTimestamp')} (x${repeated} over ${first})` : first;
}

/** A time in milliseconds; 0 if it is not set. */
const timeAt = (object: JsonObject, ...path: string[]): number =>
  Date.parse(stringAt(object, ...path)) || 0;
