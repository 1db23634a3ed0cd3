import { DEV } from './dev-options.js';
import { DIFF } from './diff-options.js';
import { DOCS } from './docs-options.js';
import { DOCTOR } from './doctor-options.js';
import { IMPORT } from './import-options.js';
import { ADD, ADDED, INIT } from './init-options.js';
import type { Completes, Option } from './option.js';
import { OPTIONS } from './options.js';
import { LSP } from './lsp-options.js';
import { RBAC } from './rbac-options.js';
import { REPLAY } from './replay-options.js';

/** The shells whose completion `vmgen completion` prints. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** A command of the command line. */
export interface CommandDescription {
  /** What it does, as a line of the help. */
  readonly summary: string;
  /**
   * Parses its arguments, and prints its help for `--help`; throws a UsageError with the fix. Undefined for `generate`,
   * and for commands that print a text.
   */
  readonly parse?: (args: readonly string[]) => Promise<{ readonly kind: string }>;
  /** Its options, which shells complete. */
  readonly options?: Readonly<Record<string, Option>>;
  /** What shells complete for its first argument, or for each. Defaults to nothing. */
  readonly args?: { readonly of: 'first' | 'each'; readonly completes: Completes };
}

/** All commands in the order of the help. */
export const COMMANDS = {
  init: {
    summary: 'write the project of an operator',
    ...INIT,
    args: { of: 'first', completes: 'folders' },
  },
  add: {
    summary: 'add a kind, a version or more to a project',
    ...ADD,
    args: { of: 'first', completes: ADDED },
  },
  dev: {
    summary: 'run the operator of a project while you change it',
    ...DEV,
  },
  generate: { summary: 'generate code from types (default)', options: OPTIONS },
  docs: {
    summary: 'write the reference of kinds as Markdown and HTML',
    ...DOCS,
  },
  import: {
    summary: 'write types from CRDs or OpenAPI documents',
    ...IMPORT,
    args: { of: 'each', completes: 'files' },
  },
  diff: {
    summary: 'report breaking changes between two versions of an API',
    ...DIFF,
    args: { of: 'each', completes: 'files' },
  },
  rbac: {
    summary: 'report the permissions that tests need',
    ...RBAC,
  },
  replay: {
    summary: 'run a plan of explore(), or a recorded reconcile',
    ...REPLAY,
    args: { of: 'first', completes: 'files' },
  },
  doctor: {
    summary: 'report what is wrong with the setup of a project',
    ...DOCTOR,
  },
  markers: {
    summary: 'describe markers',
    args: { of: 'first', completes: 'markers' },
  },
  explain: {
    summary: 'describe a diagnostic or a change',
    args: { of: 'first', completes: 'codes' },
  },
  lsp: {
    summary: 'serve an editor by the Language Server Protocol',
    ...LSP,
  },
  completion: {
    summary: 'print the completion of a shell',
    args: { of: 'first', completes: SHELLS },
  },
} as const satisfies Readonly<Record<string, CommandDescription>>;

/** The name of a command. */
type CommandName = keyof typeof COMMANDS;

/** The commands with options and a help of their own. */
type NameWithHelp = {
  [Name in CommandName]: (typeof COMMANDS)[Name] extends { readonly parse: unknown } ? Name : never;
}[CommandName];

/** What the arguments of these commands mean. */
export type ParsedCommand = Awaited<ReturnType<(typeof COMMANDS)[NameWithHelp]['parse']>>;

/** The commands that print a text. */
export type NameOfPrinter = Exclude<CommandName, NameWithHelp | 'generate'>;

/** The list of commands in the help. */
export function describeCommands(): string {
  const all = Object.entries<CommandDescription>(COMMANDS);
  const width = Math.max(...all.map(([name]) => name.length));
  const lines = all.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  const withHelp = all.filter(([, { parse }]) => parse).map(([name]) => name);
  const last = withHelp.pop();
  return [
    'Commands:',
    ...lines,
    'vmgen COMMAND --help prints the help of these commands:',
    `  ${withHelp.join(', ')} and ${last}`,
  ].join('\n');
}
