import { nearest } from '../text/nearest.js';
import { COMMANDS, describeCommands, type NameOfPrinter, type ParsedCommand } from './commands.js';
import { parseCommandLine } from './define-command.js';
import { UsageError } from '../settings/usage-error.js';
import { OPTIONS, withoutGenerate, type GivenOptions } from './options.js';

/** The parsed command line. */
export type Command =
  | ParsedCommand
  | DescribeCommand
  | { readonly kind: 'version' }
  | { readonly kind: 'generate'; readonly given: GivenOptions };

/** Prints what vmgen knows of a name. */
interface DescribeCommand {
  readonly kind: 'describe';
  readonly name: NameOfPrinter;
  readonly args: readonly string[];
}

const USAGE = `Usage: $0 [generate] --groups GROUP:VERSION --out FOLDER

Generates CRDs, typed clientsets, fakes, listers and informers from annotated types.`;

const EPILOGUE = `${describeCommands()}

Examples:
  One version of one group:
    vmgen generate --groups cloudnative:v1alpha1 --out generated
  Several at once:
    vmgen generate --groups "apps:v1,v2 batch:v1" --out generated
  Only the CRDs:
    vmgen generate --groups apps:v1 --out generated --generators crd
  With the roles that markers in the code of the controller define:
    vmgen generate --groups apps:v1 --paths src --out generated
  In CI, to check that the committed output is up to date:
    vmgen generate --groups apps:v1 --out generated --check
  With options and custom emitters from vmgen.config.mjs (docs/emitters.md):
    vmgen generate
  List all markers, and describe one (the end of its name is sufficient):
    vmgen markers
    vmgen markers printcolumn
  Explain a diagnostic and its fix:
    vmgen explain no-json-form
  Import API packages from existing CRDs:
    vmgen import crds.yaml --out apis
  Report the breaking changes of API types:
    vmgen diff git:main apis --groups apps:v1

Exit status: 0 success, 1 diagnostics or stale output, 2 usage error.`;

/** Parses the command line; throws a {@link UsageError} with the fix. */
export async function parseArguments(args: readonly string[]): Promise<Command> {
  const [name = '', ...rest] = args;
  const known = isCommand(name) ? COMMANDS[name] : undefined;
  if (known !== undefined && 'parse' in known) return known.parse(rest);
  const options = withoutGenerate(args);
  const command = options === args ? describeCommand(args) : undefined;
  if (command) return command;
  const version = { type: 'boolean', describe: 'print the version' } as const;
  const read = await parseCommandLine(options, {
    usage: USAGE,
    options: { ...OPTIONS, version },
    epilogue: EPILOGUE,
    maxWords: Infinity,
  });
  if (read.kind === 'print') return read;
  const { values, words } = read;
  if (values.version) return { kind: 'version' };
  if (words[0] !== undefined) throw unexpected(words[0]);
  return { kind: 'generate', given: values };
}

const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name);

/** Whether a command of this name has a help of its own. */
export const hasHelp = (name: string): boolean => isCommand(name) && 'parse' in COMMANDS[name];

function describeCommand(args: readonly string[]): DescribeCommand | undefined {
  const [name = '', ...rest] = args;
  if (isPrinter(name)) return { kind: 'describe', name, args: rest };
  if (name !== '' && !name.startsWith('-')) throw unexpected(name);
  return undefined;
}

/** Every command of the table that is neither generate nor has options of its own prints a text. */
const isPrinter = (name: string): name is NameOfPrinter =>
  isCommand(name) && name !== 'generate' && !('parse' in COMMANDS[name]);

function unexpected(argument: string): UsageError {
  const meant = nearest(argument, Object.keys(COMMANDS));
  const hint = meant === undefined ? '' : `; did you mean vmgen ${meant}?`;
  return new UsageError(`unexpected argument ${JSON.stringify(argument)}${hint}`);
}
