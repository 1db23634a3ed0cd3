/** A command of the command line. */
interface CommandDescription {
  /** What it does, as a line of the help. */
  readonly summary: string;
  /** Whether `vmgen NAME --help` prints a help of its own. */
  readonly hasHelp: boolean;
}

/** All commands in the order of the help. `parse-arguments.ts` parses the arguments of each. */
export const COMMANDS = {
  init: { summary: 'write the project of an operator', hasHelp: true },
  add: { summary: 'add a kind, a version or more to a project', hasHelp: true },
  dev: { summary: 'run the operator of a project while you change it', hasHelp: true },
  generate: { summary: 'generate code from types (default)', hasHelp: false },
  import: { summary: 'write types from CRDs or OpenAPI documents', hasHelp: true },
  diff: { summary: 'report breaking changes between two versions of an API', hasHelp: true },
  rbac: { summary: 'report the permissions that tests need', hasHelp: true },
  replay: { summary: 'run a plan of explore(), or a recorded reconcile', hasHelp: true },
  doctor: { summary: 'report what is wrong with the setup of a project', hasHelp: true },
  lsp: { summary: 'serve an editor by the Language Server Protocol', hasHelp: true },
  markers: { summary: 'describe markers', hasHelp: false },
  explain: { summary: 'describe a diagnostic or a change', hasHelp: false },
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
    `vmgen COMMAND --help prints the help of ${withHelp.join(', ')} and ${last}.`,
  ].join('\n');
}
