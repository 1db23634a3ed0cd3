import { deepEqualJson, type JsonValue, stringifyJson } from '@vmgen/base/json';
import { errorMessage } from '@vmgen/base/text';
import { parseYamlBody } from '@vmgen/base/yaml';
import { report } from './apply.js';
import { PATCH_TYPES } from './client.js';
import type { Context } from './context.js';
import { asError, CommandError, ServerError, throwAll } from './errors.js';
import { DRY_RUN, type CommandDefinition } from './flags.js';
import { readText } from './manifests.js';
import { OBJECT_FORMS } from './print-object.js';
import { apiVersionOf, pathOf, withQuery } from './resources.js';
import { type NamedObject, select } from './select.js';

export const PATCH: CommandDefinition = {
  name: 'patch',
  usage: '(TYPE NAME | TYPE/NAME) -p PATCH [--type merge]',
  about: 'Changes fields of an object.',
  flags: {
    'dry-run': DRY_RUN,
    'field-manager': { type: 'text', about: 'the owner of the fields' },
    namespace: { type: 'text', short: 'n', about: 'the namespace; defaults to default' },
    output: { type: 'text', short: 'o', about: 'prints the object', values: OBJECT_FORMS },
    patch: { type: 'text', short: 'p', about: 'the patch, as JSON or YAML' },
    'patch-file': { type: 'text', about: 'a file with the patch' },
    subresource: { type: 'text', about: 'a part of the object: status or scale' },
    type: {
      type: 'text',
      about: 'the kind of patch; defaults to strategic',
      values: ['json', 'merge', 'strategic'],
    },
  },
};

export async function patch(context: Context): Promise<void> {
  const { args } = context;
  const text = patchText(context);
  let value: JsonValue;
  try {
    value = parseYamlBody(text);
  } catch (error) {
    throw new CommandError(`unable to parse ${JSON.stringify(text)}: ${errorMessage(error)}`);
  }
  if (args.words.length === 0)
    throw new CommandError('you must provide the type and name of an object');
  const { objects } = await select(context);
  if (objects.length === 0)
    throw new CommandError('resource(s) were provided, but no name was specified');
  const errors: Error[] = [];
  for (const object of objects) {
    try {
      await patchOne(context, object, stringifyJson(value));
    } catch (error) {
      errors.push(asError(error));
    }
  }
  throwAll(errors);
}

function patchText(context: Context): string {
  const [text, file] = [context.args.text('patch'), context.args.text('patch-file')];
  if (text !== undefined && file !== undefined) {
    throw new CommandError('cannot specify --patch and --patch-file together');
  }
  if (file !== undefined) return readText(context, file);
  if (text !== undefined && text !== '') return text;
  throw new CommandError(
    'must specify --patch or --patch-file containing the contents of the patch',
  );
}

async function patchOne(context: Context, object: NamedObject, body: string): Promise<void> {
  const { client, args } = context;
  const kind = args.text('type');
  const type = PATCH_TYPES[kind === 'json' || kind === 'merge' ? kind : 'strategic'];
  const { name, resource } = object;
  const path = pathOf(object, name, args.text('subresource'));
  const before = await client.get(path);
  const query = {
    fieldManager: args.text('field-manager') ?? 'kubectl-patch',
    dryRun: args.text('dry-run') === 'server' ? 'All' : undefined,
  };
  try {
    const after = await client.write({ method: 'PATCH', path: withQuery(path, query), body, type });
    report(context, after, deepEqualJson(before, after) ? 'patched (no change)' : 'patched');
  } catch (error) {
    if (!(error instanceof ServerError) || error.status.reason !== 'UnsupportedMediaType')
      throw error;
    const version = `${apiVersionOf(resource)}, Kind=${resource.kind}`;
    throw new CommandError(`${type} is not supported by ${version}: ${error.message}`);
  }
}
