import { errorMessage } from '@vmgen/base/text';
import { join, resolve } from 'node:path';
import { unusablePath } from '../disk/unusable-path.js';
import type { ClusterOptions } from '../import/cluster/read-cluster.js';
import {
  type CrdIdentity,
  type Documents,
  readDocuments,
} from '../import/documents/read-documents.js';
import { readSources, type Sources } from '../import/documents/read-sources.js';
import { formatProblem, type SourceProblem, type SourceText } from '@vmgen/base/yaml';
import type { ImportedFile } from '../import/import-definitions.js';
import { putFiles, type PutFiles } from '../write/put-files.js';
import { inShell } from '../text/in-shell.js';
import { plural } from '../text/plural.js';
import type { ImportCommand } from './import-options.js';
import { configEdit, withGroup } from './edit-project.js';
import { dependsHere, generateHere } from './next-steps.js';
import { namesVersion } from './project-places.js';
import type { CommandReport } from './report.js';
import type { ProjectConfig, ReadProject } from './write-project.js';
import { type ApiPackages, makePackages } from '../import/make-packages.js';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';

/** Types of documents that Kubernetes itself defines are imported from this package. */
const BUILT_IN_MODULE = '@vmgen/kubernetes';

/** The name of the source of `--cluster` in messages. */
const CLUSTER = 'the cluster';

/** The number of problems of one source that are printed; the rest is counted. */
const MAX_PROBLEMS = 1000;

/** A run whose folder is known. */
type FolderCommand = ImportCommand & { readonly out: string };

/** The inputs of `vmgen import` other than files. */
interface ImportInputs {
  /** The content of `-`. */
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Loaded lazily: few runs need a cluster client. */
  readonly readCluster: (options: ClusterOptions) => Promise<readonly SourceText[]>;
  readonly readProject: ReadProject;
}

/**
 * Reads CRDs and OpenAPI documents and writes their API packages. If any document is invalid, nothing is
 * written and all problems are reported.
 */
export async function runImport(
  given: ImportCommand,
  inputs: ImportInputs,
): Promise<CommandReport> {
  // Before anything is written: a config may be invalid.
  const project = await inputs.readProject('.');
  const command = { ...given, out: given.out ?? project?.config.apis ?? 'apis' };
  const { texts, problems } = await readInputs(command, inputs);
  const read = readDocuments(texts, { wants: (crd) => wantsCrd(crd, command) });
  const openApis = read.openApis.filter(({ openApi }) => wantsOpenApi(openApi, command));
  const documents = { ...read, openApis };
  const packages = makePackages(documents, command);
  // A listed source that cannot be read is an error of the command, not one of many documents.
  const isSkipped = ({ source }: SourceProblem): boolean =>
    command.skipInvalid && !command.sources.includes(source) && source !== CLUSTER;
  const skipped = [
    ...problems.filter(isSkipped).map(formatProblem),
    ...(command.skipInvalid ? documents.problems.map(formatProblem) : []),
    ...packages.skipped,
  ];
  const wrong = [
    ...problems.filter((each) => !isSkipped(each)).map(formatProblem),
    ...(command.skipInvalid ? [] : documents.problems.map(formatProblem)),
    ...packages.problems,
    ...missingOf(documents, command),
  ];
  if (wrong.length === 0 && packages.files.length === 0) {
    wrong.push(...skipped, nothingFound(documents));
  }
  if (wrong.length > 0) return refusal(wrong);
  const put = write(packages, command);
  const blocked = problemsOf(put, command);
  if (blocked.length > 0) return refusal(blocked);
  const stdout = command.quiet ? [] : summaryOf(documents, packages, put, command);
  const next = nextSteps(packages, documents, command, project);
  if (!command.quiet) stdout.push(...next);
  return { exitCode: 0, stdout, stderr: reportSkipped(skipped) };
}

async function readInputs(
  { sources, cluster }: ImportCommand,
  { stdin, readCluster }: ImportInputs,
): Promise<Sources> {
  const { texts, problems } = await readSources(sources, stdin);
  if (cluster === undefined) return { texts, problems };
  try {
    return { texts: [...texts, ...(await readCluster(cluster))], problems };
  } catch (error) {
    const problem = { source: CLUSTER, reason: errorMessage(error) };
    return { texts, problems: [...problems, problem] };
  }
}

function nothingFound({ skippedCount }: Documents): string {
  const others = skippedCount > 0 ? `, but ${plural(skippedCount, 'other object')}` : '';
  return `no CustomResourceDefinition and no OpenAPI v3 document found${others}`;
}

function write({ files }: ApiPackages, { out, force, dryRun }: FolderCommand): PutFiles {
  try {
    return putFiles(files, out, { overwrites: force, isDryRun: dryRun });
  } catch (error) {
    throw unusablePath('--out', out, 'name a writable folder', error);
  }
}

function problemsOf({ diagnostics, kept }: PutFiles, { out }: FolderCommand): string[] {
  return [
    ...diagnostics.map(({ path, problem, remedy }) => `${join(out, path)} ${problem}; ${remedy}`),
    ...kept.map(
      (path) => `${join(out, path)} already exists with other content; --force overwrites it`,
    ),
  ];
}

function reportSkipped(problems: readonly string[]): string[] {
  if (problems.length === 0) return [];
  const end = `${plural(problems.length, 'problem')} in documents that were skipped`;
  return [...bounded(problems), '', end];
}

function bounded(problems: readonly string[]): string[] {
  const shown = problems.slice(0, MAX_PROBLEMS);
  if (shown.length < problems.length) shown.push(`and ${problems.length - shown.length} more`);
  return shown;
}

function refusal(problems: readonly string[]): CommandReport {
  const end = `${plural(problems.length, 'problem')}, nothing was written`;
  return { exitCode: 1, stdout: [], stderr: [...bounded(problems), '', end] };
}

function summaryOf(
  { skippedCount }: Documents,
  { kinds, versions, schemaMarkers, openApiCount }: ApiPackages,
  { created, changed, unchangedCount }: PutFiles,
  { out, dryRun }: FolderCommand,
): string[] {
  const written = [...created, ...changed].sort().map((path) => join(out, path));
  const summary = [
    ...(kinds > 0 ? [`${plural(kinds, 'kind')} in ${plural(versions, 'version')}`] : []),
    ...(openApiCount > 0 ? [`${plural(openApiCount, 'package')} of OpenAPI documents`] : []),
    `${plural(written.length, 'file')} ${dryRun ? 'would be written' : 'written'}, ${unchangedCount} unchanged`,
    `${plural(schemaMarkers, 'schema marker')} needed`,
    ...(skippedCount > 0 ? [`${plural(skippedCount, 'other object')} skipped`] : []),
  ].join('; ');
  return dryRun ? [...written, summary] : [summary];
}

/**
 * Adds the imported versions to the config of a project that reads them, and returns what is still to be done. Without a
 * config, the versions are named on the command line.
 */
function nextSteps(
  { files }: ApiPackages,
  { crds }: Documents,
  { out, dryRun }: FolderCommand,
  project: ProjectConfig | undefined,
): string[] {
  const isNeeded = files.some(({ text }) => text.includes(`from '${BUILT_IN_MODULE}/`));
  const install =
    isNeeded && !dependsHere(BUILT_IN_MODULE) ? `npm install ${BUILT_IN_MODULE} && ` : '';
  const versions = versionsOf(files);
  if (project === undefined) {
    if (dryRun) return [];
    const groups = shownVersions(versions).join(' ');
    return [
      `next: ${install}npx vmgen generate --groups "${groups}" --apis ${inShell(out)} --out generated`,
    ];
  }
  const { apis = 'apis' } = project.config;
  if (resolve(out) !== resolve(apis)) {
    return [`${project.path} does not read ${out}: its kinds are in ${apis}`];
  }
  const missing = new Map(
    [...versions].flatMap(([group, each]) => {
      const lacking = each.filter((version) => !namesVersion(project, group, version));
      return lacking.length === 0 ? [] : [[group, lacking] as const];
    }),
  );
  const lines =
    missing.size === 0 ? [] : [editConfig(project, missing, dryRun), ...deployed(project, crds)];
  return dryRun ? lines : [...lines, `next: ${install}${generateHere()}`];
}

/** What a project that deploys an operator has to know: its deployment would install the CRDs of another project. */
function deployed(
  { path, config: { operator } }: ProjectConfig,
  crds: Documents['crds'],
): string[] {
  if (operator === undefined) return [];
  const { externalGroups = [] } = operator;
  const groups = new Set(crds.map(({ crd }) => crd.spec.group));
  const others = [...groups].filter((group) => !externalGroups.includes(group)).sort();
  if (others.length === 0) return [];
  const names = others.map((group) => JSON.stringify(group)).join(', ');
  return [
    `the deployment installs the CRDs of ${names}: if another project does, add ${names} to operator.externalGroups of ${path}`,
  ];
}

/** Adds versions to the groups of a config, or returns what the user has to write. */
function editConfig(project: ProjectConfig, versions: Versions, isDryRun: boolean): string {
  const all = [...versions].flatMap(([group, each]) => each.map((version) => ({ group, version })));
  const edit = configEdit(
    all.reduce((next, { group, version }) => withGroup(next, group, version), project),
  );
  if ('advice' in edit) return edit.advice;
  const names = shownVersions(versions).join(' ');
  const [problem] = putFiles([edit], '.', { overwrites: true, isDryRun }).diagnostics;
  if (problem !== undefined) return `add ${names} to groups: ${edit.path} ${problem.problem}`;
  return `${isDryRun ? 'would add' : 'added'} ${names} to groups of ${edit.path}`;
}

/** Versions by the folders of their groups. */
type Versions = ReadonlyMap<string, readonly string[]>;

/** All versions of each group: `a:v1,v2` and `b:v1`. */
const shownVersions = (versions: Versions): string[] =>
  [...versions].map(([group, each]) => `${group}:${each.join(',')}`);

function versionsOf(files: readonly ImportedFile[]): Versions {
  const groups = new Map<string, string[]>();
  for (const { path } of files) {
    const [group = '', version = ''] = path.split('/');
    const versions = groups.get(group) ?? [];
    if (!versions.includes(version)) groups.set(group, [...versions, version]);
  }
  return groups;
}

/** The selected part of a run; everything if nothing is selected. */
type Selection = Pick<ImportCommand, 'crds' | 'groups'>;

/** The name of the core group in OpenAPI paths. */
const CORE = 'core';

/** Whether a CRD is selected, by its own name or by its group. */
function wantsCrd({ name, group }: CrdIdentity, { crds, groups }: Selection): boolean {
  const isAll = crds.length === 0 && groups.length === 0;
  return isAll || crds.includes(name) || groups.includes(group);
}

/** Whether an OpenAPI document is selected, by its paths. */
function wantsOpenApi(openApi: JsonObject, { crds, groups }: Selection): boolean {
  if (crds.length === 0 && groups.length === 0) return true;
  return groups.some((group) => hasGroup(openApi, group));
}

/** Selected names that do not exist. */
function missingOf(
  { crds, openApis }: Documents,
  selection: Selection & Pick<ImportCommand, 'folders'>,
): string[] {
  const names = new Set(crds.map(({ crd }) => crd.metadata.name));
  const known = new Set(crds.map(({ crd }) => crd.spec.group));
  const isKnown = (group: string): boolean =>
    known.has(group) || openApis.some(({ openApi }) => hasGroup(openApi, group));
  return [
    ...selection.crds
      .filter((name) => !names.has(name))
      .map((name) => `--crd: CRD ${JSON.stringify(name)} not found`),
    ...selection.groups
      .filter((group) => !isKnown(group))
      .map((group) => `--group: nothing found for the group ${JSON.stringify(group)}`),
    ...[...selection.folders.keys()]
      .filter((group) => !known.has(group))
      .map((group) => `--folder: no CRD found for the group ${JSON.stringify(group)}`),
  ];
}

function hasGroup({ paths }: JsonObject, group: string): boolean {
  if (paths === undefined || !isJsonObject(paths)) return false;
  const start = group === CORE ? '/api/v1/' : `/apis/${group}/`;
  return Object.keys(paths).some((path) => path.startsWith(start));
}
