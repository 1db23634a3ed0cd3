import { goText, type JsonObject } from '@vmgen/base/json';
import { report } from './apply.js';
import { PATCH_TYPES } from './client.js';
import type { Context } from './context.js';
import { objectsIn } from './delete.js';
import { asError, CommandError, throwAll } from './errors.js';
import { DRY_RUN, type CommandDefinition } from './flags.js';
import { objectAt } from './json-at.js';
import { OBJECT_FORMS } from './print-object.js';
import { pathOf, withQuery } from './resources.js';
import { type NamedObject, select } from './select.js';

const definitionOf = (name: string, what: string): CommandDefinition => ({
  name,
  usage: '(TYPE NAME | TYPE/NAME) KEY=VALUE ... KEY- ...',
  about: `Sets ${what} of objects, and removes those with a hyphen.`,
  flags: {
    all: { type: 'switch', about: 'all objects of the type' },
    'dry-run': DRY_RUN,
    namespace: { type: 'text', short: 'n', about: 'the namespace; defaults to default' },
    output: { type: 'text', short: 'o', about: 'prints the objects', values: OBJECT_FORMS },
    overwrite: { type: 'switch', about: 'replaces other values' },
    selector: { type: 'text', short: 'l', about: 'only objects with these labels' },
  },
});

export const ANNOTATE = definitionOf('annotate', 'annotations');
export const LABEL = definitionOf('label', 'labels');

export const annotate = (context: Context): Promise<void> => change(context, 'annotation');

export const label = (context: Context): Promise<void> => change(context, 'label');

type Part = 'annotation' | 'label';

/** The wanted values; null for what is removed. */
type Changes = Readonly<Record<string, string | null>>;

async function change(context: Context, part: Part): Promise<void> {
  const { args } = context;
  const isPair = (word: string): boolean => /^[^=]+=/.test(word) || /^.+-$/.test(word);
  const first = args.words.findIndex(isPair);
  const pairs = first === -1 ? [] : args.words.slice(first);
  if (pairs.length === 0) throw new CommandError(`at least one ${part} update is required`);
  const other = pairs.find((word) => !isPair(word));
  if (other !== undefined) {
    throw new CommandError(`all resources must be specified before ${part} changes: ${other}`);
  }
  const changes = Object.fromEntries(pairs.map(changeIn));
  const narrowed = { ...context, args: args.withWords(args.words.slice(0, first)) };
  const { collections, objects } = await select(narrowed);
  if (collections.length > 0 && !args.isSet('all') && args.text('selector') === undefined) {
    throw new CommandError('resource(s) were provided, but no name was specified');
  }
  const found: NamedObject[] = [...objects];
  for (const place of collections) found.push(...(await objectsIn(narrowed, place)));
  const errors: Error[] = [];
  for (const object of found) {
    try {
      await changeOne(context, object, part, changes);
    } catch (error) {
      errors.push(asError(error));
    }
  }
  throwAll(errors);
}

function changeIn(word: string): [string, string | null] {
  const at = word.indexOf('=');
  return at === -1 ? [word.slice(0, -1), null] : [word.slice(0, at), word.slice(at + 1)];
}

async function changeOne(
  context: Context,
  object: NamedObject,
  part: Part,
  changes: Changes,
): Promise<void> {
  const { client, args, out } = context;
  const path = pathOf(object, object.name);
  const current = await client.get(path);
  const values = objectAt(current, 'metadata', `${part}s`);
  if (!args.isSet('overwrite')) checkFree(values, part, changes);
  const outcome = part === 'annotation' ? 'annotated' : labelled(values, changes, out);
  if (outcome === NOT_LABELLED) {
    report(context, current, outcome);
    return;
  }
  const query = {
    fieldManager: part === 'annotation' ? 'kubectl-annotate' : 'kubectl-label',
    dryRun: args.text('dry-run') === 'server' ? 'All' : undefined,
  };
  const body: JsonObject = { metadata: { [`${part}s`]: { ...changes } } };
  const changed = await client.write({
    method: 'PATCH',
    path: withQuery(path, query),
    body,
    type: PATCH_TYPES.merge,
  });
  report(context, changed, outcome);
}

/** @throws CommandError if other values are set */
function checkFree(values: JsonObject, part: Part, changes: Changes): void {
  const taken = Object.entries(changes).filter(
    ([key, value]) => value !== null && Object.hasOwn(values, key) && values[key] !== value,
  );
  if (taken.length === 0) return;
  const shown = taken.map(([key]) => `'${key}' already has a value (${goText(values[key] ?? '')})`);
  throw new CommandError(
    part === 'label'
      ? shown.map((text) => `${text}, and --overwrite is false`).join('\n')
      : `--overwrite is false but found the following declared annotation(s): ${shown.join('; ')}`,
  );
}

const NOT_LABELLED = 'not labeled';

/** Returns what happens to the labels of an object. */
function labelled(values: JsonObject, changes: Changes, out: (text: string) => void): string {
  const entries = Object.entries(changes);
  const added = entries.some(([key, value]) => value !== null && values[key] !== value);
  const removed = entries.filter(([, value]) => value === null).map(([key]) => key);
  const missing = removed.filter((key) => !Object.hasOwn(values, key));
  for (const key of missing) out(`label ${JSON.stringify(key)} not found.\n`);
  const isRemoved = missing.length < removed.length;
  if (added && isRemoved) return 'modified';
  if (added) return 'labeled';
  return isRemoved ? 'unlabeled' : NOT_LABELLED;
}
