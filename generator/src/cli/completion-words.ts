import { CHANGES } from '../diff/definitions/registry.js';
import { DIAGNOSTICS } from '../diagnostics/registry.js';
import { createMarkerRegistry } from '../markers/registry.js';
import { type CommandDescription, COMMANDS } from './commands.js';
import type { Completes, Option } from './option.js';

/** What is completed for a value. */
export type Completed = 'nothing' | 'files' | 'folders' | readonly string[];

/** An option as scripts complete it. */
interface CompletedOption {
  /** Without its dashes. */
  readonly name: string;
  readonly letter: string | undefined;
  readonly summary: string;
  /** Undefined for a flag. */
  readonly value: Completed | undefined;
}

/** A command as scripts complete it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** For the first argument, or for each. */
  readonly args: { readonly of: 'first' | 'each'; readonly completed: Completed };
}

/** All commands with what a shell completes for them. The texts have no quotes, backslashes or line ends. */
export function completedCommands(): CompletedCommand[] {
  return Object.entries<CommandDescription>(COMMANDS).map(
    ([name, { summary, options = {}, args }]) => ({
      name,
      summary: summaryOf(summary),
      options: [...Object.entries(options).map(optionOf), HELP],
      args: { of: args?.of ?? 'first', completed: completedOf(args?.completes) },
    }),
  );
}

const HELP: CompletedOption = {
  name: 'help',
  letter: undefined,
  summary: 'print the help',
  value: undefined,
};

/** A flag that is on by default is completed in the form that turns it off. */
function optionOf([name, option]: [string, Option]): CompletedOption {
  const isFlag = option.type === 'boolean';
  const isOn = isFlag && option.defaultDescription === 'true';
  return {
    name: isOn ? `no-${name}` : name,
    letter: 'alias' in option ? option.alias : undefined,
    summary: isOn ? `do not ${summaryOf(option.describe)}` : summaryOf(option.describe),
    value: isFlag ? undefined : completedOf(option.completes),
  };
}

/** The first part of a description. */
const summaryOf = (text: string): string =>
  (/^[^;:("'\\\n]*[^;:("'\\\n\s,]/.exec(text)?.[0] ?? '').replaceAll('`', '');

function completedOf(completes: Completes | undefined): Completed {
  if (completes === 'markers') return [...createMarkerRegistry().keys()];
  if (completes === 'codes') {
    const names = [...DIAGNOSTICS.values()].map(({ name }) => name);
    return [...DIAGNOSTICS.keys(), ...names, ...CHANGES.keys()];
  }
  return completes ?? 'nothing';
}
