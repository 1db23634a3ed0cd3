import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { Context } from './context.js';
import { CommandError } from './errors.js';
import { FieldPrinter } from './explain-fields.js';
import type { CommandDefinition } from './flags.js';
import { getOwnObject, listAt, objectAt } from './json-at.js';
import { OpenApi } from './open-api.js';
import { apiVersionOf, type Resource, type Resources } from './resources.js';

export const EXPLAIN: CommandDefinition = {
  name: 'explain',
  usage: 'TYPE[.FIELD ...]',
  about: 'Prints the documentation of a type or of a field.',
  flags: {
    'api-version': { type: 'text', about: 'the version of the type: apps/v1' },
    recursive: { type: 'switch', about: 'the names of all fields in fields' },
  },
};

export async function explain({ args, client, out, resources }: Context): Promise<void> {
  const [typed, ...others] = args.words;
  if (typed === undefined) {
    throw new CommandError('you must specify the type of resource to explain, such as pods');
  }
  if (others.length > 0) {
    throw new CommandError('we accept only this format: explain RESOURCE');
  }
  const { resource, fields } = locate(typed, args.text('api-version'), await resources());
  const document = await OpenApi.load(client, resource);
  const schema = document.schemaOf(resource);
  if (schema === undefined) {
    throw new CommandError(
      `couldn't find resource for ${JSON.stringify(apiVersionOf(resource))}, Kind=${resource.kind}`,
    );
  }
  const { group, kind, version } = resource;
  out(
    `${group === '' ? '' : `GROUP:      ${group}\n`}KIND:       ${kind}\nVERSION:    ${version}\n\n`,
  );
  const printer = new FieldPrinter(document, args.isSet('recursive'));
  const text = explained(document, printer, schema, fields);
  if (text === undefined) {
    throw new CommandError(`field ${JSON.stringify(fields.at(-1))} does not exist`);
  }
  out(`${text}\n`);
}

/** Splits `sites.spec.image`, `deployments.apps.spec` or `deploy.v1.apps.spec` into a type and fields. */
function locate(typed: string, apiVersion: string | undefined, resources: Resources) {
  const words = typed
    .split('.')
    .filter((word, index, all) => word !== '' || index < all.length - 1);
  const resource = words
    .map((_, end) => tryFind(resources, words.slice(0, end + 1).join('.')))
    .map((found, end) => ({ found, fields: words.slice(end + 1) }));
  // The longest name of a type: a group is not a field.
  const match = resource.findLast(({ found }) => found !== undefined);
  const found = match?.found ?? resources.find(words[0] ?? '');
  const fields = match?.fields ?? [];
  if (apiVersion === undefined) return { resource: found, fields };
  const other = resources.ofKind(apiVersion, found.kind);
  if (other !== undefined) return { resource: other, fields };
  throw new CommandError(
    `couldn't find resource for ${JSON.stringify(apiVersion)}, Kind=${found.kind}`,
  );
}

function tryFind(resources: Resources, typed: string): Resource | undefined {
  try {
    return resources.find(typed);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** The documentation of a field of a schema; undefined if there is no such field. */
function explained(
  document: OpenApi,
  printer: FieldPrinter,
  schema: JsonObject,
  [first, ...rest]: readonly string[],
): string | undefined {
  const resolved = document.resolve(schema);
  if (first === undefined) return printer.describe(resolved);
  const field = getOwnObject(objectAt(resolved, 'properties'), first);
  if (field !== undefined) {
    const head = rest.length === 0 ? printer.heading(first, field) : '';
    const text = explained(document, printer, field, rest);
    return text === undefined ? undefined : head + text;
  }
  // The fields of the items of a list or map are those of the list or map.
  const inside = [objectAt(resolved, 'items'), objectAt(resolved, 'additionalProperties')];
  const parts = [...inside, ...listAt(resolved, 'allOf').filter(isJsonObject)];
  for (const part of parts.filter((each) => Object.keys(each).length > 0)) {
    const text = explained(document, printer, part, [first, ...rest]);
    if (text !== undefined) return text;
  }
  return undefined;
}
