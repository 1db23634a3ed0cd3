import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { TABLE } from './client.js';
import { type Context, namespaceOf } from './context.js';
import { asError, CommandError, ServerError, throwAll } from './errors.js';
import type { CommandDefinition } from './flags.js';
import { objectsAt, stringAt } from './json-at.js';
import { printObject } from './print-object.js';
import { pathOf, type Place, type Resource, withQuery } from './resources.js';
import { type NamedObject, type Selection, select } from './select.js';
import { TablePrinter } from './table.js';

export const GET: CommandDefinition = {
  name: 'get',
  usage: '(TYPE[,TYPE ...] [NAME ...] | TYPE/NAME ... | -f FILE)',
  about: 'Prints objects.',
  flags: {
    'all-namespaces': { type: 'switch', short: 'A', about: 'objects of all namespaces' },
    'field-selector': { type: 'text', about: 'only objects with these values of fields' },
    filename: { type: 'texts', short: 'f', about: 'objects that a file contains' },
    'ignore-not-found': { type: 'switch', about: 'a missing object is no error' },
    namespace: { type: 'text', short: 'n', about: 'the namespace; defaults to default' },
    'no-headers': { type: 'switch', about: 'tables without a header' },
    output: {
      type: 'text',
      short: 'o',
      about: 'the form',
      values: ['json', 'name', 'wide', 'yaml'],
    },
    selector: { type: 'text', short: 'l', about: 'only objects with these labels' },
    'show-labels': { type: 'switch', about: 'tables with a column of labels' },
    subresource: { type: 'text', about: 'a part of the object: status or scale' },
    watch: {
      type: 'switch',
      short: 'w',
      about: 'also later changes, until the command is stopped',
    },
  },
};

/** The server returns long lists in parts. */
const PAGE_SIZE = '500';

/** What was read of one resource: tables, or objects. */
interface Found {
  readonly place: Place;
  readonly parts: readonly JsonObject[];
}

export async function get(context: Context): Promise<void> {
  const { args } = context;
  const form = args.text('output') ?? '';
  if (args.isSet('show-labels') && form !== '' && form !== 'wide') {
    throw new CommandError(`--show-labels option cannot be used with ${form} printer`);
  }
  if (args.words.length === 0 && args.texts('filename').length === 0) {
    throw new CommandError(
      'required resource not specified: name a type, such as pods; kubectl api-resources lists them',
    );
  }
  const selection = await select(context);
  if (args.isSet('watch')) return watch(context, selection);
  const errors = [...selection.errors];
  const isTable = form === '' || form === 'wide';
  const found = await read(context, selection, isTable ? TABLE : 'application/json', errors);
  if (isTable) printTables(context, found, errors);
  else printObjects(context, selection, found, errors);
  throwAll(errors);
}

/** Reads what is selected. An error of one object does not prevent that others are shown. */
async function read(
  context: Context,
  { collections, objects }: Selection,
  accept: string,
  errors: Error[],
): Promise<Found[]> {
  const { client, args } = context;
  const found: Found[] = [];
  const attempt = async (place: Place, work: () => Promise<JsonObject[]>): Promise<void> => {
    try {
      found.push({ place, parts: await work() });
    } catch (error) {
      const isMissing = error instanceof ServerError && error.isNotFound;
      if (!isMissing || !args.isSet('ignore-not-found')) errors.push(asError(error));
    }
  };
  for (const place of collections) await attempt(place, () => pagesOf(context, place, accept));
  for (const object of objects) {
    const path = pathOf(object, object.name, args.text('subresource'));
    await attempt(object, async () => [await client.get(path, accept)]);
  }
  return found;
}

async function pagesOf(
  { client, args }: Context,
  place: Place,
  accept: string,
): Promise<JsonObject[]> {
  const pages: JsonObject[] = [];
  let token = '';
  do {
    const query = { ...selectorsOf(args), limit: PAGE_SIZE, continue: token };
    const page = await client.get(withQuery(pathOf(place), query), accept);
    pages.push(page);
    token = stringAt(page, 'metadata', 'continue');
  } while (token !== '');
  return pages;
}

const selectorsOf = (args: Context['args']): Record<string, string | undefined> => ({
  labelSelector: args.text('selector'),
  fieldSelector: args.text('field-selector'),
});

/** One table for each run of results of a resource, separated by empty lines. */
function printTables(context: Context, found: readonly Found[], errors: readonly Error[]): void {
  const { args, out, err } = context;
  const types = new Set(found.filter(hasRows).map(({ place }) => place.resource));
  let printed = '';
  for (let start = 0; start < found.length;) {
    const resource = found[start]?.place.resource;
    let end = start;
    while (end < found.length && found[end]?.place.resource === resource) end++;
    const tables = found.slice(start, end).flatMap(({ parts }) => parts);
    start = end;
    if (resource === undefined) continue;
    const text = printerOf(args, resource, types.size > 1).print(tables);
    if (text === '') continue;
    printed += printed === '' || args.isSet('no-headers') ? text : `\n${text}`;
  }
  out(printed);
  if (printed !== '' || errors.length > 0 || args.isSet('ignore-not-found')) return;
  const isNamespaced =
    !args.isSet('all-namespaces') && found.every(({ place }) => place.resource.isNamespaced);
  err(
    isNamespaced
      ? `No resources found in ${namespaceOf(context)} namespace.\n`
      : 'No resources found\n',
  );
}

const hasRows = ({ parts }: Found): boolean =>
  parts.some((table) => objectsAt(table, 'rows').length > 0);

const printerOf = (args: Context['args'], resource: Resource, hasTypes: boolean): TablePrinter =>
  new TablePrinter(resource, {
    isWide: args.text('output') === 'wide',
    hasHeaders: !args.isSet('no-headers'),
    hasLabels: args.isSet('show-labels'),
    hasNamespaces: args.isSet('all-namespaces') && resource.isNamespaced,
    hasTypes,
  });

/** One object alone, and several as a list. */
function printObjects(
  { args, out }: Context,
  { collections, objects }: Selection,
  found: readonly Found[],
  errors: readonly Error[],
): void {
  const form = args.text('output') ?? '';
  const isSingle = collections.length === 0 && objects.length === 1;
  const parts = found.flatMap((each) => each.parts);
  if (isSingle) {
    for (const object of parts) out(printObject(object, form));
    return;
  }
  if (parts.length === 0 && (errors.length > 0 || args.isSet('ignore-not-found'))) return;
  const items = found.flatMap(itemsIn);
  const list = { apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } };
  out(printObject(list, form));
}

/** Items of a list have no type of their own. */
function itemsIn({ parts }: Found): JsonValue[] {
  return parts.flatMap((part): JsonObject[] => {
    const kind = stringAt(part, 'kind');
    if (!Array.isArray(part['items'])) return [part];
    const type = { apiVersion: stringAt(part, 'apiVersion'), kind: kind.replace(/List$/, '') };
    return objectsAt(part, 'items').map((item) => ({ ...type, ...item }));
  });
}

/** Prints the current objects of a resource, and then each change. */
async function watch(context: Context, { collections, objects, errors }: Selection): Promise<void> {
  throwAll(errors);
  const { client, args, out } = context;
  const [place, ...others] = [...collections, ...objects];
  if (place === undefined || others.length > 0) {
    throw new CommandError('you may only specify a single resource type');
  }
  const form = args.text('output') ?? '';
  const isTable = form === '' || form === 'wide';
  const accept = isTable ? TABLE : 'application/json';
  const printer = printerOf(args, place.resource, false);
  let separator = '';
  const print = (object: JsonObject): void => {
    out(isTable ? printer.print([object]) : separator + printObject(object, form));
    if (form === 'yaml') separator = '---\n';
  };
  let version = '';
  const [object] = objects;
  if (object === undefined) {
    const list = await client.get(withQuery(pathOf(place), selectorsOf(args)), accept);
    version = stringAt(list, 'metadata', 'resourceVersion');
    if (isTable) print(list);
    else for (const item of itemsIn({ place, parts: [list] })) print(item as JsonObject);
  } else {
    const current = await client.get(pathOf(place, object.name), accept);
    version = versionOf(current);
    print(current);
  }
  const path = withQuery(pathOf(place), {
    ...watched(args, object),
    resourceVersion: version,
    watch: 'true',
  });
  for await (const event of client.watch(path, accept)) {
    if (event.type !== 'BOOKMARK') print(event.object);
  }
}

const watched = (args: Context['args'], object: NamedObject | undefined) =>
  object === undefined ? selectorsOf(args) : { fieldSelector: `metadata.name=${object.name}` };

/** The version of an object, or of the object in the row of a table. */
const versionOf = (value: JsonObject): string => stringAt(value, 'metadata', 'resourceVersion');
