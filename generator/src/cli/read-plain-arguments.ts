import { parseArgs } from 'node:util';
import { OPTIONS, withoutGenerate, type GivenOptions } from './options.js';

const ON: ReadonlySet<string> = new Set(['trim-descriptions', 'embedded-object-meta']);

const PLAIN_OPTIONS = Object.fromEntries(
  Object.entries(OPTIONS).map(([name, option]) => [
    // An option that is enabled by default can only be disabled.
    ON.has(name) ? `no-${name}` : name,
    'alias' in option ? { type: option.type, short: option.alias } : { type: option.type },
  ]),
);

/**
 * Parses a command line without ambiguities: known options, each with its value. Returns undefined for any
 * other, which yargs parses and explains; loading yargs takes longer than a run without changes.
 */
export function readPlainArguments(args: readonly string[]): GivenOptions | undefined {
  try {
    const { tokens } = parseArgs({
      args: [...withoutGenerate(args)],
      options: PLAIN_OPTIONS,
      tokens: true,
    });
    const flags = new Set<string>();
    const texts = new Map<string, string[]>();
    for (const token of tokens) {
      if (token.kind !== 'option' || token.value === '') return undefined;
      if (token.value === undefined) flags.add(token.name);
      else texts.set(token.name, [...(texts.get(token.name) ?? []), token.value]);
    }
    const text = (name: string): string | readonly string[] | undefined => {
      const given = texts.get(name);
      return given?.length === 1 ? given[0] : given;
    };
    const flag = (name: string): true | undefined => (flags.has(name) ? true : undefined);
    return {
      groups: texts.get('groups'),
      out: text('out'),
      apis: text('apis'),
      paths: texts.get('paths'),
      generators: text('generators'),
      headerFile: text('header-file'),
      importExtension: text('import-extension'),
      format: text('format'),
      config: text('config'),
      maxDescLen: text('max-desc-len'),
      trimDescriptions: flags.has('no-trim-descriptions') ? false : undefined,
      embeddedObjectMeta: flags.has('no-embedded-object-meta') ? false : undefined,
      allowOutside: flag('allow-outside'),
      prune: flag('prune'),
      check: flag('check'),
      strict: flag('strict'),
      quiet: flag('quiet'),
      fix: flag('fix'),
      yes: flag('yes'),
      verbose: flag('verbose'),
    };
  } catch {
    return undefined;
  }
}
