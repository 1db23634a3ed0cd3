import type { Transport } from '@vmgen/runtime';
import { ANNOTATE, annotate, LABEL, label } from './annotate.js';
import { API_RESOURCES, apiResources } from './api-resources.js';
import { APPLY, apply } from './apply.js';
import { Client } from './client.js';
import { splitCommandLine } from './command-line.js';
import type { Context } from './context.js';
import { CREATE, create } from './create.js';
import { DELETE, remove } from './delete.js';
import { DESCRIBE, describe } from './describe.js';
import { CommandError, errorText } from './errors.js';
import { EXPLAIN, explain } from './explain.js';
import { type CommandDefinition, helpOf, parseFlags } from './flags.js';
import { GET, get } from './get.js';
import type { Files } from './manifests.js';
import { PATCH, patch } from './patch.js';
import { Resources } from './resources.js';

/** What a command needs of its surroundings. */
export interface KubectlOptions extends Files {
  /** The server: `transport` of an `ApiServer`, or any other transport. */
  readonly transport: Transport;
  /** Receives the output. */
  readonly out: (text: string) => void;
  /** Receives errors and warnings. */
  readonly err: (text: string) => void;
  /** Ends the command, such as a watch. Defaults to none. */
  readonly signal?: AbortSignal;
}

interface Command {
  readonly definition: CommandDefinition;
  readonly run: (context: Context) => Promise<void>;
}

const COMMANDS: readonly Command[] = [
  { definition: ANNOTATE, run: annotate },
  { definition: API_RESOURCES, run: apiResources },
  { definition: APPLY, run: apply },
  { definition: CREATE, run: create },
  { definition: DELETE, run: remove },
  { definition: DESCRIBE, run: describe },
  { definition: EXPLAIN, run: explain },
  { definition: GET, run: get },
  { definition: LABEL, run: label },
  { definition: PATCH, run: patch },
];

/**
 * Runs a command as a user types it, with or without `kubectl`: `get sites -A`. Output and errors are those of
 * kubectl. Ends when the signal aborts.
 *
 * @returns the exit code: 0, or 1 after an error
 *
 * @example
 * const server = createApiServer(builtIns);
 * await runKubectl('apply -f -', { transport: server.transport, readFile: () => manifest, out, err });
 */
export async function runKubectl(line: string, options: KubectlOptions): Promise<number> {
  const { err, signal } = options;
  try {
    const [first, ...others] = splitCommandLine(line);
    const words = first === 'kubectl' ? others : first === undefined ? [] : [first, ...others];
    await runWords(words, options);
    return 0;
  } catch (error) {
    if (signal?.aborted === true) return 1;
    err(errorText(error));
    return 1;
  }
}

async function runWords(words: readonly string[], options: KubectlOptions): Promise<void> {
  const { transport, readFile, out, err, signal } = options;
  const [name = 'help', ...rest] = words;
  const command = COMMANDS.find(({ definition }) => definition.name === name);
  if (name === 'help' || name === '--help' || name === '-h') {
    out(helpText(rest[0]));
    return;
  }
  if (command === undefined) {
    throw new CommandError(
      `unknown command ${JSON.stringify(name)} for "kubectl"\n${commandNames()}`,
    );
  }
  if (rest.some((word) => word === '--help' || word === '-h')) {
    out(helpOf(command.definition));
    return;
  }
  const client = new Client(transport, signal, err);
  let loaded: Promise<Resources> | undefined;
  await command.run({
    client,
    args: parseFlags(command.definition, rest),
    readFile,
    out,
    err,
    resources: () => (loaded ??= Resources.load(client)),
  });
}

const commandNames = (): string =>
  `Commands: ${COMMANDS.map(({ definition }) => definition.name).join(', ')}`;

function helpText(name: string | undefined): string {
  const command = COMMANDS.find(({ definition }) => definition.name === name);
  if (command !== undefined) return helpOf(command.definition);
  const lines = COMMANDS.map(
    ({ definition }) => `  ${definition.name.padEnd(14)} ${definition.about}\n`,
  );
  return `Commands:\n${lines.join('')}\nkubectl COMMAND --help prints the flags of a command.\n`;
}
