import { nearest } from '../text/nearest.js';
import { COMMANDS, describeCommands, type NameOfPrinter, type NameWithHelp } from './commands.js';
import { createParser } from './create-parser.js';
import { type DevCommand, parseDevArguments } from './dev-options.js';
import { type DiffCommand, parseDiffArguments } from './diff-options.js';
import { parseDocsArguments } from './docs-options.js';
import { type DoctorCommand, parseDoctorArguments } from './doctor-options.js';
import { UsageError } from '../settings/usage-error.js';
import { OPTIONS, withoutGenerate, type GivenOptions } from './options.js';
import {
  type AddCommand,
  type InitCommand,
  parseAddArguments,
  parseInitArguments,
} from './init-options.js';
import { type ImportCommand, parseImportArguments } from './import-options.js';
import { type LspCommand, parseLspArguments } from './lsp-options.js';
import { parseRbacArguments, type RbacCommand } from './rbac-options.js';
import { parseReplayArguments, type ReplayCommand } from './replay-options.js';
import { refuseOddFlags, refuseUnknownFlags } from './refuse-flags.js';

/** The parsed command line. */
export type Command =
  | PrintCommand
  | DescribeCommand
  | ImportCommand
  | DiffCommand
  | DoctorCommand
  | DevCommand
  | InitCommand
  | AddCommand
  | LspCommand
  | RbacCommand
  | ReplayCommand
  | { readonly kind: 'version' }
  | { readonly kind: 'generate'; readonly given: GivenOptions };

/** Prints what vmgen knows of a name. */
interface DescribeCommand {
  readonly kind: 'describe';
  readonly name: NameOfPrinter;
  readonly args: readonly string[];
}

interface PrintCommand {
  readonly kind: 'print';
  readonly text: string;
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

/** The commands with options of their own. */
const OTHERS = {
  init: parseInitArguments,
  add: parseAddArguments,
  rbac: parseRbacArguments,
  replay: parseReplayArguments,
  import: parseImportArguments,
  diff: parseDiffArguments,
  doctor: parseDoctorArguments,
  dev: parseDevArguments,
  lsp: parseLspArguments,
  docs: parseDocsArguments,
} as const satisfies Readonly<Record<NameWithHelp, unknown>>;

/** Parses the command line; throws a {@link UsageError} with the fix. */
export async function parseArguments(args: readonly string[]): Promise<Command> {
  const [name = '', ...rest] = args;
  if (isOther(name)) return OTHERS[name](rest);
  const options = withoutGenerate(args);
  const command = options === args ? describeCommand(args) : undefined;
  if (command) return command;
  refuseUnknownFlags(options, OPTIONS);
  refuseOddFlags(options, OPTIONS);
  const parser = createParser({ usage: USAGE, options: OPTIONS, epilogue: EPILOGUE })
    .strict()
    .option('version', { type: 'boolean', describe: 'print the version' });
  const values = await parser.parseAsync([...options]);
  if (values.help) return { kind: 'print', text: await parser.getHelp() };
  if (values.version) return { kind: 'version' };
  if (values._.length > 0) {
    throw unexpected(String(values._[0]));
  }
  return { kind: 'generate', given: values };
}

const isOther = (name: string): name is keyof typeof OTHERS => Object.hasOwn(OTHERS, name);

function describeCommand(args: readonly string[]): DescribeCommand | undefined {
  const [name = '', ...rest] = args;
  if (isPrinter(name)) return { kind: 'describe', name, args: rest };
  if (name !== '' && !name.startsWith('-')) throw unexpected(name);
  return undefined;
}

/** Every command of the table that is neither generate nor has options of its own prints a text. */
const isPrinter = (name: string): name is NameOfPrinter =>
  Object.hasOwn(COMMANDS, name) && name !== 'generate' && !isOther(name);

function unexpected(argument: string): UsageError {
  const meant = nearest(argument, Object.keys(COMMANDS));
  const hint = meant === undefined ? '' : `; did you mean vmgen ${meant}?`;
  return new UsageError(`unexpected argument ${JSON.stringify(argument)}${hint}`);
}
