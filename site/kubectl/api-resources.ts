import { alignLines } from './align.js';
import type { Context } from './context.js';
import { CommandError } from './errors.js';
import type { CommandDefinition } from './flags.js';
import { apiVersionOf } from './resources.js';

export const API_RESOURCES: CommandDefinition = {
  name: 'api-resources',
  usage: '',
  about: 'Lists the types of objects.',
  flags: {
    'api-group': { type: 'text', about: 'only types of this group' },
    namespaced: { type: 'switch', about: 'only types with namespaces, or with false, without' },
    'no-headers': { type: 'switch', about: 'without a header' },
    output: { type: 'text', short: 'o', about: 'the form', values: ['name', 'wide'] },
  },
};

export async function apiResources({ args, out, resources }: Context): Promise<void> {
  if (args.words.length > 0) {
    throw new CommandError(`unexpected arguments: [${args.words.join(' ')}]`);
  }
  const group = args.text('api-group');
  const isWide = args.text('output') === 'wide';
  const found = (await resources())
    .preferred()
    .filter((each) => group === undefined || each.group === group)
    .filter((each) => args.isSet('namespaced', each.isNamespaced) === each.isNamespaced)
    .sort((a, b) => compare(a.group, b.group) || compare(a.plural, b.plural));
  if (args.text('output') === 'name') {
    out(found.map((each) => `${[each.plural, each.group].filter(Boolean).join('.')}\n`).join(''));
    return;
  }
  const header = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND'];
  const lines = found.map((each) => [
    each.plural,
    each.shortNames.join(','),
    apiVersionOf(each),
    String(each.isNamespaced),
    each.kind,
    ...(isWide ? [each.verbs.join(','), each.categories.join(',')] : []),
  ]);
  const headers = isWide ? [...header, 'VERBS', 'CATEGORIES'] : header;
  const shown = args.isSet('no-headers') ? lines : [headers, ...lines];
  out(alignLines(shown, { minWidth: 6, padding: 3 }));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
