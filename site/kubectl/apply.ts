import { isJsonObject, type JsonObject, type JsonValue, parseJson, setOwn } from '@vmgen/base/json';
import { PATCH_TYPES } from './client.js';
import { type Context, namespaceOf } from './context.js';
import { asError, CommandError, ServerError, throwAll, withSource } from './errors.js';
import { DRY_RUN, type CommandDefinition } from './flags.js';
import { objectAt, stringAt } from './json-at.js';
import { type ManifestObject, type Manifests, readManifests } from './manifests.js';
import { OpenApi } from './open-api.js';
import { PatchRules } from './patch-rules.js';
import { compactJson, nameOf, OBJECT_FORMS, printObject } from './print-object.js';
import { pathOf, withQuery } from './resources.js';
import { threeWayMerge } from './three-way-merge.js';

export const APPLY: CommandDefinition = {
  name: 'apply',
  usage: '-f FILE',
  about: 'Creates the objects of files, or changes them to what the files contain.',
  flags: {
    'dry-run': DRY_RUN,
    'field-manager': { type: 'text', about: 'the owner of the applied fields' },
    filename: { type: 'texts', short: 'f', about: 'the files' },
    'force-conflicts': { type: 'switch', about: 'takes over fields of other owners' },
    namespace: { type: 'text', short: 'n', about: 'the namespace; defaults to default' },
    output: { type: 'text', short: 'o', about: 'prints the objects', values: OBJECT_FORMS },
    'server-side': { type: 'switch', about: 'merges in the server' },
  },
};

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** What happened to an object. */
interface Applied {
  readonly object: JsonObject;
  readonly outcome: 'created' | 'configured' | 'unchanged' | 'serverside-applied';
}

export async function apply(context: Context): Promise<void> {
  const { args } = context;
  if (args.words.length > 0) {
    throw new CommandError(`Unexpected args: [${args.words.join(' ')}]`);
  }
  if (args.isSet('force-conflicts') && !args.isSet('server-side')) {
    throw new CommandError('--force-conflicts only works with --server-side');
  }
  const { objects, errors: problems } = await manifestsOf(context);
  const errors = [...problems];
  if (objects.length === 0 && errors.length === 0)
    throw new CommandError('no objects passed to apply');
  for (const each of objects) {
    try {
      if (each.name === '') throw nameless(each);
      const applied = args.isSet('server-side')
        ? await applyInServer(context, each)
        : await applyHere(context, each);
      report(context, applied.object, applied.outcome);
    } catch (error) {
      errors.push(asError(error));
    }
  }
  throwAll(errors);
}

const nameless = ({ object }: ManifestObject): CommandError => {
  const generated = stringAt(object, 'metadata', 'generateName');
  return new CommandError(
    generated === ''
      ? 'resource name may not be empty'
      : `from ${generated}: cannot use generate name with apply`,
  );
};

/** Reads the files of a command. */
export async function manifestsOf(context: Context): Promise<Manifests> {
  const names = context.args.texts('filename');
  if (names.length === 0) throw new CommandError('must specify --filename (-f)');
  return readManifests(names, {
    files: context,
    resources: await context.resources(),
    namespace: namespaceOf(context),
    isNamespaceGiven: context.args.text('namespace') !== undefined,
  });
}

/** Prints what happened to an object, or the object. */
export function report({ args, out }: Context, object: JsonObject, outcome: string): void {
  const form = args.text('output');
  const dry = args.text('dry-run') === 'server' ? ' (server dry run)' : '';
  out(form === undefined ? `${nameOf(object)} ${outcome}${dry}\n` : printObject(object, form));
}

/** The parameters of writes. */
export const writeQuery = (
  { args }: Context,
  manager: string,
): Record<string, string | undefined> => ({
  fieldManager: args.text('field-manager') ?? manager,
  fieldValidation: 'Strict',
  dryRun: args.text('dry-run') === 'server' ? 'All' : undefined,
});

async function applyInServer(context: Context, each: ManifestObject): Promise<Applied> {
  const { client, args } = context;
  const force = String(args.isSet('force-conflicts'));
  const path = withQuery(pathOf(each, each.name), { ...writeQuery(context, 'kubectl'), force });
  try {
    const body = each.object;
    const object = await client.write({ method: 'PATCH', path, body, type: PATCH_TYPES.apply });
    return { object, outcome: 'serverside-applied' };
  } catch (error) {
    if (!(error instanceof ServerError) || error.status.reason !== 'Conflict') throw error;
    throw new CommandError(
      `${error.message}\nRemove these fields from the file to leave them to their owners, or take them over with --force-conflicts`,
    );
  }
}

async function applyHere(context: Context, each: ManifestObject): Promise<Applied> {
  const { client, err } = context;
  const path = pathOf(each, each.name);
  const modified = withLastApplied(each.object);
  const query = writeQuery(context, 'kubectl-client-side-apply');
  const current = await client.find(path);
  if (current === undefined) {
    const body = withoutNulls(modified);
    try {
      const created = withQuery(pathOf(each), query);
      return {
        object: await client.write({ method: 'POST', path: created, body }),
        outcome: 'created',
      };
    } catch (error) {
      throw withSource(error, 'creating', each.source);
    }
  }
  const original = lastApplied(current);
  if (original === undefined) {
    err(
      `Warning: resource ${each.resource.plural}/${each.name} is missing the ${LAST_APPLIED} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.\n`,
    );
  }
  try {
    const rules = await rulesOf(context, each);
    const patch = threeWayMerge({ original, modified, current }, rules);
    if (Object.keys(patch).length === 0) return { object: current, outcome: 'unchanged' };
    const type = rules === undefined ? PATCH_TYPES.merge : PATCH_TYPES.strategic;
    const object = await client.write({
      method: 'PATCH',
      path: withQuery(path, query),
      body: patch,
      type,
    });
    return { object, outcome: 'configured' };
  } catch (error) {
    throw withSource(error, 'patching', each.source);
  }
}

/** Custom resources have no strategic merge patches. */
async function rulesOf(
  { client }: Context,
  { resource }: ManifestObject,
): Promise<PatchRules | undefined> {
  const document = await OpenApi.load(client, resource);
  const schema = document.schemaOf(resource);
  return schema !== undefined && document.acceptsStrategicPatches(resource)
    ? new PatchRules(document, schema)
    : undefined;
}

/** Adds the object itself, as an annotation, so that a later apply knows what this one has set. */
function withLastApplied(object: JsonObject): JsonObject {
  const metadata = objectAt(object, 'metadata');
  const { [LAST_APPLIED]: _old, ...annotations } = objectAt(metadata, 'annotations');
  const plain = { ...object, metadata: { ...metadata, annotations } };
  const text = `${compactJson(plain)}\n`;
  return {
    ...plain,
    metadata: { ...metadata, annotations: { ...annotations, [LAST_APPLIED]: text } },
  };
}

function lastApplied(current: JsonObject): JsonObject | undefined {
  const text = stringAt(current, 'metadata', 'annotations', LAST_APPLIED);
  if (text === '') return undefined;
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function withoutNulls<T extends JsonValue>(value: T): T;
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item));
  if (!isJsonObject(value)) return value;
  const kept: JsonObject = {};
  for (const [key, entry = null] of Object.entries(value)) {
    if (entry !== null) setOwn(kept, key, withoutNulls(entry));
  }
  return kept;
}
