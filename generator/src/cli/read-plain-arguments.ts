import { parseArgs } from 'node:util';
import { commandFrom, OPTIONS, type GenerateCommand } from './options.js';

const PLAIN_OPTIONS = Object.fromEntries(
  Object.entries(OPTIONS).map(([name, option]) => [
    // What is on already can only be put off.
    name === 'trim-descriptions' ? `no-${name}` : name,
    'alias' in option ? { type: option.type, short: option.alias } : { type: option.type },
  ]),
);

/**
 * Reads a command line that leaves no question: known options, each with its value. Undefined for any
 * other, which yargs reads and explains; loading yargs takes longer than a run with nothing to do.
 */
export function readPlainArguments(args: readonly string[]): GenerateCommand | undefined {
  try {
    const { tokens } = parseArgs({ args: [...args], options: PLAIN_OPTIONS, tokens: true });
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
    return commandFrom({
      groups: texts.get('groups'),
      out: text('out'),
      apis: text('apis') ?? OPTIONS.apis.default,
      paths: texts.get('paths'),
      generators: text('generators') ?? OPTIONS.generators.default,
      headerFile: text('header-file'),
      importExtension: text('import-extension') ?? OPTIONS['import-extension'].default,
      format: text('format') ?? OPTIONS.format.default,
      maxDescLen: text('max-desc-len'),
      trimDescriptions: !flags.has('no-trim-descriptions'),
      prune: flags.has('prune'),
      check: flags.has('check'),
      strict: flags.has('strict'),
      quiet: flags.has('quiet'),
      fix: flags.has('fix'),
      yes: flags.has('yes'),
      verbose: flags.has('verbose'),
    });
  } catch {
    return undefined;
  }
}
