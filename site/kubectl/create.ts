import { manifestsOf, report, writeQuery } from './apply.js';
import type { Context } from './context.js';
import { CommandError, throwAll, withSource } from './errors.js';
import { DRY_RUN, type CommandDefinition } from './flags.js';
import { OBJECT_FORMS } from './print-object.js';
import { pathOf, withQuery } from './resources.js';

export const CREATE: CommandDefinition = {
  name: 'create',
  usage: '-f FILE',
  about: 'Creates the objects of files.',
  flags: {
    'dry-run': DRY_RUN,
    'field-manager': { type: 'text', about: 'the owner of the fields' },
    filename: { type: 'texts', short: 'f', about: 'the files' },
    namespace: { type: 'text', short: 'n', about: 'the namespace; defaults to default' },
    output: { type: 'text', short: 'o', about: 'prints the objects', values: OBJECT_FORMS },
  },
};

export async function create(context: Context): Promise<void> {
  const { client, args } = context;
  if (args.words.length > 0) {
    throw new CommandError(
      `Unexpected args: [${args.words.join(' ')}]: only objects of files are created here: kubectl create -f FILE`,
    );
  }
  const { objects, errors: problems } = await manifestsOf(context);
  const errors = [...problems];
  if (objects.length === 0 && errors.length === 0)
    throw new CommandError('no objects passed to create');
  for (const each of objects) {
    const path = withQuery(pathOf(each), writeQuery(context, 'kubectl-create'));
    try {
      const object = await client.write({ method: 'POST', path, body: each.object });
      report(context, object, 'created');
    } catch (error) {
      errors.push(withSource(error, 'creating', each.source));
    }
  }
  throwAll(errors);
}
