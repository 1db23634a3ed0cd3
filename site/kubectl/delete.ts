import { stringAt } from './json-at.js';
import type { Context } from './context.js';
import { asError, CommandError, ServerError, throwAll, withSource } from './errors.js';
import type { CommandDefinition } from './flags.js';
import { objectsAt } from './json-at.js';
import { pathOf, type Place, typeName, withQuery } from './resources.js';
import { type NamedObject, select } from './select.js';

export const DELETE: CommandDefinition = {
  name: 'delete',
  usage: '(TYPE (NAME ... | -l LABELS | --all) | TYPE/NAME ... | -f FILE)',
  about: 'Deletes objects.',
  flags: {
    all: { type: 'switch', about: 'all objects of the type' },
    'all-namespaces': { type: 'switch', short: 'A', about: 'objects of all namespaces' },
    cascade: {
      type: 'text',
      about: 'what happens to dependents',
      values: ['background', 'foreground', 'orphan'],
    },
    'field-selector': { type: 'text', about: 'only objects with these values of fields' },
    filename: { type: 'texts', short: 'f', about: 'objects that a file contains' },
    'ignore-not-found': { type: 'switch', about: 'a missing object is no error' },
    namespace: { type: 'text', short: 'n', about: 'the namespace; defaults to default' },
    output: { type: 'text', short: 'o', about: 'prints the names', values: ['name'] },
    selector: { type: 'text', short: 'l', about: 'only objects with these labels' },
    wait: { type: 'switch', about: 'whether to wait until the objects are gone; defaults to true' },
  },
};

export async function remove(context: Context): Promise<void> {
  const { args, out } = context;
  const hasSelector = ['selector', 'field-selector'].some((flag) => args.text(flag) !== undefined);
  if (args.isSet('all') && hasSelector) {
    throw new CommandError("setting 'all' parameter but found a non empty selector. ");
  }
  const { collections, objects, errors: problems } = await select(context);
  if (collections.length > 0 && !args.isSet('all') && !hasSelector) {
    throw new CommandError('resource(s) were provided, but no name was specified');
  }
  const errors = [...problems];
  const found: NamedObject[] = [...objects];
  for (const place of collections) found.push(...(await objectsIn(context, place)));
  const deleted: Deleted[] = [];
  for (const object of found) {
    try {
      deleted.push(await deleteOne(context, object));
    } catch (error) {
      const isMissing = error instanceof ServerError && error.isNotFound;
      if (!isMissing || !args.isSet('ignore-not-found')) errors.push(asError(error));
    }
  }
  if (found.length === 0 && errors.length === 0) out('No resources found\n');
  if (args.isSet('wait', true)) for (const each of deleted) await waitUntilGone(context, each);
  throwAll(errors);
}

/** Lists the objects that the flags of a command select. */
export async function objectsIn({ client, args }: Context, place: Place): Promise<NamedObject[]> {
  const list = await client.get(
    withQuery(pathOf(place), {
      labelSelector: args.text('selector'),
      fieldSelector: args.text('field-selector'),
    }),
  );
  return objectsAt(list, 'items').map((item) => ({
    resource: place.resource,
    namespace: stringAt(item, 'metadata', 'namespace') || undefined,
    name: stringAt(item, 'metadata', 'name'),
  }));
}

/** An object whose deletion was accepted. */
interface Deleted extends NamedObject {
  readonly uid: string;
}

const POLICIES = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' } as const;

async function deleteOne({ client, args, out }: Context, object: NamedObject): Promise<Deleted> {
  const cascade = args.text('cascade');
  const policy = cascade === 'foreground' || cascade === 'orphan' ? cascade : 'background';
  const { name, namespace, resource, source } = object;
  try {
    const answer = await client.write({
      method: 'DELETE',
      path: pathOf(object, name),
      body: { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: POLICIES[policy] },
    });
    const place = namespace === undefined ? '' : ` from ${namespace} namespace`;
    const shown = args.text('output') === 'name';
    out(
      shown
        ? `${typeName(resource)}/${name}\n`
        : `${typeName(resource)} "${name}" deleted${place}\n`,
    );
    return {
      ...object,
      uid: stringAt(answer, 'details', 'uid') || stringAt(answer, 'metadata', 'uid'),
    };
  } catch (error) {
    throw source === undefined ? error : withSource(error, 'deleting', source);
  }
}

/** Finalizers can delay a deletion. An object that was created again is another one. */
async function waitUntilGone({ client }: Context, { uid, name, ...place }: Deleted): Promise<void> {
  const current = await client.find(pathOf(place, name));
  if (current === undefined || stringAt(current, 'metadata', 'uid') !== uid) return;
  const path = withQuery(pathOf(place), {
    fieldSelector: `metadata.name=${name}`,
    resourceVersion: stringAt(current, 'metadata', 'resourceVersion'),
    watch: 'true',
  });
  for await (const { type } of client.watch(path, 'application/json'))
    if (type === 'DELETED') return;
}
