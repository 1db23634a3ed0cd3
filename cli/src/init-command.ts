import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VmgenConfig } from '#generator/config/vmgen-config.js';
import { unusablePath } from '#generator/disk/unusable-path.js';
import { parseGroups } from '#generator/settings/parse-groups.js';
import { UsageError } from '#generator/settings/usage-error.js';
import type { OutputFile } from '#generator/write/plan-write.js';
import { putFiles } from '#generator/write/put-files.js';
import { errorMessage } from '@vmgen/base/text';
import type { AddCommand, InitCommand, WriteSettings } from './init-options.js';
import { folderOf, projectOf, questionsFor, validAnswer } from './project-names.js';
import {
  docFile,
  fileOf,
  kindFiles,
  mainStatements,
  type NewKind,
  projectFiles,
  userFiles,
  webhookFiles,
  webhookPath,
} from './project-files.js';
import type { Report } from './report.js';

/** The printed output of a run, and its exit status. */
type ScaffoldReport = Report & { readonly exitCode: 0 | 1 };

/** The config of a project. */
export interface ProjectConfig {
  readonly path: string;
  readonly config: VmgenConfig;
}

type ReadProject = (folder: string) => Promise<ProjectConfig | undefined>;

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
export async function runInit(command: InitCommand, inputs: InitInputs): Promise<ScaffoldReport> {
  const { folder } = command;
  const project = await inputs.readProject(folder);
  if (project !== undefined) return renew(command, project);
  if (command.check) {
    throw new UsageError(
      `--check compares an existing project, but ${folder} has no vmgen.config.*`,
    );
  }
  const { operator, kind } = projectOf(await answersFor(command, inputs));
  const { version } = inputs;
  const files = [...userFiles({ operator, kind, version }), ...projectFiles(operator)];
  const report = await write(files, folder, command);
  const enter = folder === '.' ? '' : `cd ${inShell(folder)} && `;
  const next = `next: ${enter}npm install && npm run build && npm test`;
  return { ...report, stdout: [...report.stdout, next] };
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

async function renew(
  command: InitCommand,
  { path, config }: ProjectConfig,
): Promise<ScaffoldReport> {
  if (command.given.size > 0) {
    const [option = ''] = command.given.keys();
    throw new UsageError(
      `${path} exists and describes the project: edit it instead of --${option}`,
    );
  }
  if (config.operator === undefined) {
    throw new UsageError(missingOperator({ path, config }));
  }
  const files = projectFiles(config.operator);
  if (!command.check) return write(files, command.folder, command);
  const { created, kept, stderr } = await plan(files, command.folder);
  const stale = [...created, ...kept];
  if (stale.length === 0) return { exitCode: 0, stdout: [], stderr: [] };
  const missing = created.map((file) => `${join(command.folder, file)}: missing`);
  const end = 'run vmgen init, or vmgen init --force to overwrite your changes';
  return { exitCode: 1, stdout: [], stderr: [...stderr, ...missing, end] };
}

const NOTHING_KEPT: { readonly kept: readonly string[]; readonly stderr: readonly string[] } = {
  kept: [],
  stderr: [],
};

/** What would be written, and the differences of files that would be kept. */
async function plan(files: readonly OutputFile[], folder: string) {
  const put = await putInto(files, folder, { force: false, dryRun: true });
  const stderr = files
    .filter(({ path }) => put.kept.includes(path))
    .flatMap(({ path, text }) => difference(join(folder, path), text));
  return { ...put, stderr };
}

/** Writes files, except those that have other content; shows their differences. */
async function write(
  files: readonly OutputFile[],
  folder: string,
  settings: WriteSettings,
): Promise<ScaffoldReport> {
  const { kept, stderr } = settings.force ? NOTHING_KEPT : await plan(files, folder);
  const wanted = files.filter(({ path }) => !kept.includes(path));
  const { created, changed, diagnostics } = await putInto(wanted, folder, settings);
  if (diagnostics.length > 0) {
    const problems = diagnostics.map(
      ({ path, problem }) => `${join(folder, path)} ${problem}; move it away`,
    );
    return { exitCode: 1, stdout: [], stderr: [...problems, 'nothing was written'] };
  }
  const verb = settings.dryRun ? 'would write' : 'wrote';
  const end =
    kept.length === 0
      ? []
      : [`kept ${plural(kept.length, 'file')} with other content; --force overwrites`];
  return {
    exitCode: 0,
    stdout: [
      ...[...created, ...changed].map((path) => `${verb} ${join(folder, path)}`),
      ...(created.length + changed.length + kept.length === 0 ? ['nothing to change'] : []),
    ],
    stderr: [...stderr, ...end],
  };
}

async function putInto(files: readonly OutputFile[], folder: string, settings: WriteSettings) {
  try {
    return await putFiles(files, folder, { overwrites: settings.force, isDryRun: settings.dryRun });
  } catch (error) {
    throw unusablePath('the folder', folder, 'name a writable folder', error);
  }
}

/** The changes from the existing file to a text, line by line. */
function difference(path: string, text: string): string[] {
  const old = readFileSync(path, 'utf8').split('\n');
  const next = text.split('\n');
  // common[i][j]: the number of lines that the rests from old[i] and next[j] have in common.
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(next.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      const row = common[i] ?? new Uint32Array();
      row[j] = old[i] === next[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines = [`--- ${path}`, `+++ ${path} (vmgen)`];
  let isSame = true;
  for (let i = 0, j = 0; i < old.length || j < next.length;) {
    const wasSame = isSame;
    isSame = i < old.length && old[i] === next[j];
    if (wasSame && !isSame) lines.push(`@@ ${i + 1} @@`);
    if (isSame) {
      i++;
      j++;
    } else if (j >= next.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(`-${old[i++]}`);
    } else lines.push(`+${next[j++]}`);
  }
  return lines;
}

/** Adds a kind, a version or a webhook to the project of the working folder. */
export async function runAdd(
  command: AddCommand,
  readProject: ReadProject,
): Promise<ScaffoldReport> {
  const project = await readProject('.');
  if (project === undefined) {
    throw new UsageError(
      'the working folder has no vmgen.config.*: run vmgen init, or go to a project',
    );
  }
  switch (command.what) {
    case 'kind':
      return addKind(command, project);
    case 'version':
      return addVersion(command, project);
    case 'webhook':
      return addWebhook(command, project);
  }
}

/** A version of a group of the config. */
interface Place {
  readonly apis: string;
  readonly folder: string;
  readonly versions: readonly string[];
}

function placesOf({ config }: ProjectConfig): Place[] {
  const versions = new Map<string, string[]>();
  for (const { group, version } of parseGroups([config.groups ?? []].flat())) {
    versions.set(group, [...(versions.get(group) ?? []), version]);
  }
  const { apis = 'apis' } = config;
  return [...versions].map(([folder, each]) => ({ apis, folder, versions: each }));
}

/** The place of the option --group, or the only one. */
function placeFor({ group }: AddCommand, project: ProjectConfig): Place | undefined {
  const places = placesOf(project);
  if (group !== undefined) return places.find(({ folder }) => folder === folderOf(group));
  const [first, second] = places;
  if (first !== undefined && second === undefined) return first;
  throw new UsageError(`${project.path} names several groups: add --group`);
}

function addKind(command: AddCommand, project: ProjectConfig): Promise<ScaffoldReport> {
  const { apis = 'apis' } = project.config;
  if (apis !== 'apis' || project.config.out !== 'generated') {
    throw new UsageError(`${project.path}: vmgen add needs the folders apis and generated`);
  }
  const place = placeFor(command, project);
  const version = command.version ?? place?.versions.at(-1) ?? 'v1';
  const folder = place?.folder ?? folderOf(command.group ?? '');
  const group = groupIn(join(apis, folder)) ?? command.group;
  if (group === undefined || (command.group !== undefined && group !== command.group)) {
    throw new UsageError(`${join(apis, folder)} does not name its group; add --group`);
  }
  const kind: NewKind = { group, folder, version, kind: command.name };
  const isNew = place?.versions.includes(version) !== true;
  const files = kindFiles(kind, isNew ? 'types' : fileOf(command.name));
  return addFiles(
    [...(isNew ? [docFile(kind)] : []), ...files],
    [...(isNew ? [withGroup(project, folder, version)] : []), withCall('Controller', command.name)],
    command,
  );
}

/** Adds the admission webhooks of an existing kind, in its newest version. */
function addWebhook(command: AddCommand, project: ProjectConfig): Promise<ScaffoldReport> {
  const { name, group, version } = command;
  const { operator } = project.config;
  if (operator === undefined) throw new UsageError(missingOperator(project));
  const declarations = placesOf(project)
    .filter(({ folder }) => group === undefined || folder === folderOf(group))
    .flatMap((place) => place.versions.flatMap((each) => declarationOf(name, place, each) ?? []))
    .filter((each) => version === undefined || each.version === version);
  const declaration = declarations.at(-1);
  if (declaration === undefined) {
    throw new UsageError(
      `${project.path} names no version with the kind ${name}; use vmgen add kind`,
    );
  }
  if (declarations.some(({ folder }) => folder !== declaration.folder)) {
    throw new UsageError(`several groups have the kind ${name}: add --group`);
  }
  const isGiven = (verb: 'mutate' | 'validate'): boolean =>
    declaration.text.includes(`path=${webhookPath(verb, { ...declaration, kind: name })},`);
  const [mutates, validates] = [isGiven('mutate'), isGiven('validate')];
  const hasMarkers = mutates || validates;
  const isBoth = !command.defaults && !command.validates;
  const webhook = {
    ...{ ...declaration, kind: name, hasMarkers },
    mutates: hasMarkers ? mutates : isBoth || command.defaults,
    validates: hasMarkers ? validates : isBoth || command.validates,
  };
  return addFiles(webhookFiles(webhook, operator), [withCall('Webhook', name)], command);
}

/** The kind in a version, with the text of all files, if one of them declares it. */
function declarationOf(kind: string, { apis, folder }: Place, version: string) {
  const path = join(apis, folder, version);
  const group = groupIn(join(apis, folder));
  const names = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.ts')) : [];
  const text = names.map((name) => readFileSync(join(path, name), 'utf8')).join('\n');
  const declaration = new RegExp(`(?:^//.*\\n)*^export interface ${kind} extends TypeMeta\\b`, 'm');
  const [markers] = declaration.exec(text) ?? [];
  if (markers === undefined || group === undefined) return undefined;
  const [, plural] = /^\/\/ \+kubebuilder:resource:(?:.*,)?path=([a-z0-9-]+)/m.exec(markers) ?? [];
  const isNamespaced = !/[:,]scope=Cluster\b|^\/\/ \+genclient:nonNamespaced$/m.test(markers);
  return { ...{ group, folder, version, text }, plural, isNamespaced };
}

const missingOperator = ({ path }: ProjectConfig): string =>
  `${path} has no key operator: add operator: { name: 'site-operator' }`;

/** The name of the group that a doc.ts contains; undefined without one. */
function groupIn(folder: string): string | undefined {
  for (const version of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const doc = join(folder, version, 'doc.ts');
    const [, group] = existsSync(doc)
      ? (/^\/\/ \+groupName=([a-z0-9.-]+)$/m.exec(readFileSync(doc, 'utf8')) ?? [])
      : [];
    if (group !== undefined) return group;
  }
  return undefined;
}

const STORED = '// +kubebuilder:storageversion';
/** The markers of admission policies with their further lines. One version of a kind has them. */
const POLICY_MARKERS =
  /^\/\/ \+vmgen:(?:validatingPolicy|mutatingPolicy|policy):.*\n(?:\/\/(?! \+).*\n)*/gm;
/** A kind: an interface below its markers. */
const KIND_DECLARATION =
  /^(?=export interface \w+ extends TypeMeta \{\n {2}metadata: ObjectMeta;)/gm;

/** Copies the newest version; the existing one remains the stored one. */
function addVersion(command: AddCommand, project: ProjectConfig): Promise<ScaffoldReport> {
  const { name: version } = command;
  const place = placeFor(command, project);
  const from = place?.versions.at(-1);
  if (place === undefined || from === undefined) {
    throw new UsageError(`${project.path} does not name the group; use vmgen add kind`);
  }
  if (place.versions.includes(version)) {
    throw new UsageError(`${project.path} already names ${place.folder}:${version}`);
  }
  const old = join(place.apis, place.folder, from);
  const names = readdirSync(old).filter((name) => name.endsWith('.ts'));
  const texts = names.map((name) => ({ name, text: readFileSync(join(old, name), 'utf8') }));
  const copies = texts.map(({ name, text }) => ({
    path: [place.apis, place.folder, version, name].join('/'),
    text: text
      .replaceAll(`${STORED}\n`, '')
      .replaceAll(POLICY_MARKERS, '')
      .replace(`/** Package ${from} `, `/** Package ${version} `),
  }));
  const isStored = texts.some(({ text }) => text.includes(STORED));
  const stored = isStored
    ? []
    : texts
        .map(({ name, text }) => ({
          path: [place.apis, place.folder, from, name].join('/'),
          text: text.replace(KIND_DECLARATION, `${STORED}\n`),
        }))
        .filter(({ text }) => text.includes(STORED));
  const config = withGroup(project, place.folder, version);
  return addFiles(copies, [...stored, config], command);
}

/** An edit of a file of the user; without a text, the edit that the user has to make. */
type Edit = OutputFile | { readonly advice: string };

/** Writes new files and edits, all or none. An existing file with other content prevents it. */
async function addFiles(
  files: readonly OutputFile[],
  edits: readonly Edit[],
  settings: WriteSettings,
): Promise<ScaffoldReport> {
  const { kept, stderr } = settings.force ? NOTHING_KEPT : await plan(files, '.');
  if (kept.length > 0) {
    const end = `${plural(kept.length, 'file')} with other content; --force overwrites; nothing was written`;
    return { exitCode: 1, stdout: [], stderr: [...stderr, end] };
  }
  const edited = edits.flatMap((edit) => ('text' in edit ? [edit] : []));
  const shown = edited.flatMap(({ path, text }) =>
    readFileSync(path, 'utf8') === text ? [] : difference(path, text),
  );
  const report = await write([...files, ...edited], '.', { ...settings, force: true });
  const advice = edits.flatMap((edit) => ('advice' in edit ? [edit.advice] : []));
  const next = 'next: npm run build && npm test';
  return {
    ...report,
    stdout: [...report.stdout, ...shown, ...advice, next],
  };
}

/** The config with one more version of a group. */
function withGroup({ path, config }: ProjectConfig, folder: string, version: string): Edit {
  const groups = [config.groups ?? []].flat();
  const own = groups.findIndex((each) => each.startsWith(`${folder}:`) && !each.includes(' '));
  const next =
    own < 0
      ? [...groups, `${folder}:${version}`]
      : groups.map((each, index) => (index === own ? `${each},${version}` : each));
  if (!path.endsWith('.json')) {
    return { advice: `set groups in ${path} to ${JSON.stringify(next)}` };
  }
  const given: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const text = JSON.stringify({ ...Object(given), groups: next }, undefined, 2);
  return { path, text: `${text}\n` };
}

/** `src/main.ts` with one more controller or webhook, if it has the form that vmgen wrote. */
function withCall(...added: Parameters<typeof mainStatements>): Edit {
  const path = 'src/main.ts';
  const { load, call } = mainStatements(...added);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.includes(load)) return { path, text };
  const imports = [...text.matchAll(/^import .*;$/gm)].at(-1);
  const end = /\n\}\);\n$/.exec(text);
  if (imports === undefined || end === null) {
    return { advice: `add to ${path}: ${load} and, where the manager is set up, ${call}` };
  }
  const place = imports.index + imports[0].length;
  return {
    path,
    text: `${text.slice(0, place)}\n${load}${text.slice(place, end.index)}\n  ${call}${text.slice(end.index)}`,
  };
}

/** A shell does not expand anything between single quotes. */
const inShell = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
