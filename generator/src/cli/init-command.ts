import { join } from 'node:path';
import { UsageError } from '../settings/usage-error.js';
import { errorMessage } from '@vmgen/base/text';
import { inShell } from '../text/in-shell.js';
import { monitoringFiles } from '../monitoring/monitoring-files.js';
import type { InitCommand } from './init-options.js';
import { optionFor, projectOf, questionsFor, validAnswer } from './project-names.js';
import type { CommandReport } from './report.js';
import { newErrors } from './new-errors.js';
import { configOf, projectFiles, userFiles } from './project-files.js';
import {
  missingOperator,
  NOTHING_KEPT,
  notWritten,
  plan,
  type ProjectConfig,
  type ReadProject,
  write,
} from './write-project.js';

/** What `vmgen init` uses besides its options. */
interface InitInputs {
  /** The version of vmgen. */
  readonly version: string;
  readonly readProject: ReadProject;
  /** Asks for a text until `check` returns no problem; undefined without a terminal. */
  readonly ask:
    | ((
        question: string,
        defaultText: string,
        check: (text: string) => string | undefined,
      ) => Promise<string>)
    | undefined;
}

/** Writes a new project, or the files of an existing one that belong to vmgen. */
export async function runInit(command: InitCommand, inputs: InitInputs): Promise<CommandReport> {
  const { folder } = command;
  const project = await inputs.readProject(folder);
  if (project !== undefined) return renew(command, project);
  if (command.check) {
    throw new UsageError(
      `--check compares an existing project, but ${folder} has no vmgen.config.*`,
    );
  }
  const { operator: named, kind } = projectOf(
    await answersFor(command, inputs),
    command.isNamespaced ?? true,
  );
  const operator = { ...named, ...command.image };
  const { version } = inputs;
  const files = [
    ...userFiles({ operator, kind, version }),
    ...projectFiles(operator),
    ...(command.monitoring ? monitoringFiles(operator) : []),
  ];
  const planned = command.force ? NOTHING_KEPT : plan(files, folder);
  const config = { path: join(folder, 'vmgen.config.json'), config: configOf(operator, kind) };
  const errors = await newErrors(
    config,
    files.filter(({ path }) => !planned.kept.includes(path)),
  );
  if (errors.length > 0) return notWritten(errors);
  const enter = folder === '.' ? '' : `cd ${inShell(folder)} && `;
  const next = `next: ${enter}npm install && npm run build && npm test && npm run dev`;
  return write(files, folder, command, planned, [next]);
}

/** The given values, and the answers or defaults of the others. */
async function answersFor(
  command: InitCommand,
  { ask }: InitInputs,
): Promise<InitCommand['given']> {
  const questions = questionsFor(command.folder, command.given);
  if (!command.yes && ask === undefined) {
    const missing = questions.map(([question]) => question).filter((each) => isNeeded(each));
    if (missing.length > 0) {
      const flags = missing.map((each) => `--${each}`).join(' and ');
      throw new UsageError(
        `the input is not a terminal: add ${flags}, or --yes for the default values`,
      );
    }
  }
  const answers = new Map(command.given);
  for (const [question, text, defaultText] of questions) {
    const check = (answer: string): string | undefined => {
      try {
        validAnswer(question, answer);
        return undefined;
      } catch (error) {
        return errorMessage(error);
      }
    };
    const isAsked = !command.yes && ask !== undefined;
    answers.set(question, isAsked ? await ask(text, defaultText, check) : defaultText);
  }
  return answers;
}

const isNeeded = (question: string): boolean => question === 'group' || question === 'kind';

/** The options of the first kind. */
const KIND_OPTIONS: ReadonlySet<string> = new Set(['group', 'kind', 'api-version', 'namespaced']);

function renew(command: InitCommand, { path, config }: ProjectConfig): CommandReport {
  const given = [...command.given.keys()].map(optionFor);
  const namespaced = command.isNamespaced === undefined ? [] : ['namespaced'];
  const ofKind = [...namespaced, ...given].find((each) => KIND_OPTIONS.has(each));
  if (ofKind !== undefined) {
    throw new UsageError(
      `${path} exists: for a further kind, use vmgen add kind NAME instead of vmgen init --${ofKind}`,
    );
  }
  const [option] = [...given, ...Object.keys(command.image)];
  if (option !== undefined) {
    throw new UsageError(
      `${path} exists and describes the project: edit it instead of --${option}`,
    );
  }
  if (command.monitoring) {
    throw new UsageError(`${path} exists: use vmgen add monitoring instead of --monitoring`);
  }
  if (config.operator === undefined) {
    throw new UsageError(missingOperator({ path, config }));
  }
  const files = projectFiles(config.operator);
  const planned = plan(files, command.folder);
  if (!command.check) {
    return write(files, command.folder, command, command.force ? NOTHING_KEPT : planned);
  }
  const { created, kept, stderr } = planned;
  const stale = [...created, ...kept];
  if (stale.length === 0) return { exitCode: 0, stdout: [], stderr: [] };
  const missing = created.map((file) => `${join(command.folder, file)}: missing`);
  const end = 'run vmgen init, or vmgen init --force to overwrite your changes';
  return { exitCode: 1, stdout: [], stderr: [...stderr, ...missing, end] };
}
