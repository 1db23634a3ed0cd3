import { DEV_OPTIONS } from './dev-options.js';
import { DIFF_OPTIONS } from './diff-options.js';
import { DOCS_OPTIONS } from './docs-options.js';
import { DOCTOR_OPTIONS } from './doctor-options.js';
import { IMPORT_OPTIONS } from './import-options.js';
import { ADD_OPTIONS, ADDED, INIT_OPTIONS } from './init-options.js';
import type { Completes, Option } from './option.js';
import { OPTIONS } from './options.js';
import { LSP_OPTIONS } from './lsp-options.js';
import { RBAC_OPTIONS } from './rbac-options.js';
import { REPLAY_OPTIONS } from './replay-options.js';

/** The shells whose completion `vmgen completion` prints. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** A command of the command line. */
export interface CommandDescription {
  /** What it does, as a line of the help. */
  readonly summary: string;
  /** Whether `vmgen NAME --help` prints a help of its own. */
  readonly hasHelp: boolean;
  /** Its options, which shells complete. */
  readonly options?: Readonly<Record<string, Option>>;
  /** What shells complete for its first argument, or for each. Defaults to nothing. */
  readonly args?: { readonly of: 'first' | 'each'; readonly completes: Completes };
}

/** All commands in the order of the help. `parse-arguments.ts` parses the arguments of each. */
export const COMMANDS = {
  init: {
    summary: 'write the project of an operator',
    hasHelp: true,
    options: INIT_OPTIONS,
    args: { of: 'first', completes: 'folders' },
  },
  add: {
    summary: 'add a kind, a version or more to a project',
    hasHelp: true,
    options: ADD_OPTIONS,
    args: { of: 'first', completes: ADDED },
  },
  dev: {
    summary: 'run the operator of a project while you change it',
    hasHelp: true,
    options: DEV_OPTIONS,
  },
  generate: { summary: 'generate code from types (default)', hasHelp: false, options: OPTIONS },
  docs: {
    summary: 'write the reference of kinds as Markdown and HTML',
    hasHelp: true,
    options: DOCS_OPTIONS,
  },
  import: {
    summary: 'write types from CRDs or OpenAPI documents',
    hasHelp: true,
    options: IMPORT_OPTIONS,
    args: { of: 'each', completes: 'files' },
  },
  diff: {
    summary: 'report breaking changes between two versions of an API',
    hasHelp: true,
    options: DIFF_OPTIONS,
    args: { of: 'each', completes: 'files' },
  },
  rbac: { summary: 'report the permissions that tests need', hasHelp: true, options: RBAC_OPTIONS },
  replay: {
    summary: 'run a plan of explore(), or a recorded reconcile',
    hasHelp: true,
    options: REPLAY_OPTIONS,
    args: { of: 'first', completes: 'files' },
  },
  doctor: {
    summary: 'report what is wrong with the setup of a project',
    hasHelp: true,
    options: DOCTOR_OPTIONS,
  },
  markers: {
    summary: 'describe markers',
    hasHelp: false,
    args: { of: 'first', completes: 'markers' },
  },
  explain: {
    summary: 'describe a diagnostic or a change',
    hasHelp: false,
    args: { of: 'first', completes: 'codes' },
  },
  lsp: {
    summary: 'serve an editor by the Language Server Protocol',
    hasHelp: true,
    options: LSP_OPTIONS,
  },
  completion: {
    summary: 'print the completion of a shell',
    hasHelp: false,
    args: { of: 'first', completes: SHELLS },
  },
} as const satisfies Readonly<Record<string, CommandDescription>>;

/** The name of a command. */
type CommandName = keyof typeof COMMANDS;

type NameWhere<HasHelp extends boolean> = {
  [Name in CommandName]: (typeof COMMANDS)[Name]['hasHelp'] extends HasHelp ? Name : never;
}[CommandName];

/** The commands with options and a help of their own. */
export type NameWithHelp = NameWhere<true>;

/** The commands that print a text. */
export type NameOfPrinter = Exclude<NameWhere<false>, 'generate'>;

/** The list of commands in the help. */
export function describeCommands(): string {
  const all = Object.entries<CommandDescription>(COMMANDS);
  const width = Math.max(...all.map(([name]) => name.length));
  const lines = all.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  const withHelp = all.filter(([, { hasHelp }]) => hasHelp).map(([name]) => name);
  const last = withHelp.pop();
  return [
    'Commands:',
    ...lines,
    'vmgen COMMAND --help prints the help of these commands:',
    `  ${withHelp.join(', ')} and ${last}`,
  ].join('\n');
}
