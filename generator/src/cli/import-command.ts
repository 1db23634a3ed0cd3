import type { CustomResourceDefinition } from '@vmgen/crd';
import { errorMessage } from '@vmgen/crd/internal';
import { join } from 'node:path';
import type { ClusterOptions } from '../import/cluster/read-cluster.js';
import {
  readDocuments,
  type CrdDocument,
  type CrdIdentity,
  type Documents,
} from '../import/documents/read-documents.js';
import { readSources, type Sources } from '../import/documents/read-sources.js';
import { formatProblem, type SourceText } from '../import/documents/source-text.js';
import { withoutDescriptions } from '../import/documents/without-descriptions.js';
import { importDefinitions, type ImportedDefinitions } from '../import/import-definitions.js';
import { unusablePath } from '../disk/unusable-path.js';
import { putFiles, type PutFiles } from '../write/put-files.js';
import { groupFolders } from './group-folders.js';
import type { ImportCommand } from './import-options.js';

/** What a run of `vmgen import` prints, and how it ends. */
export interface ImportReport {
  readonly exitCode: 0 | 1;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

/** Of a source that is all wrong; the rest is counted. */
const MAX_PROBLEMS = 1000;

/** What a run of `vmgen import` reads but files. */
export interface ImportInputs {
  /** What `-` reads. */
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Loaded late: few runs need a client of clusters. */
  readonly readCluster: (options: ClusterOptions) => Promise<readonly SourceText[]>;
}

/**
 * Reads CRDs and writes their API packages, all or none: where anything is wrong nothing is written,
 * and all that is wrong is told.
 */
export async function runImport(
  command: ImportCommand,
  inputs: ImportInputs,
): Promise<ImportReport> {
  const { texts, problems } = await readInputs(command, inputs);
  const documents = readDocuments(texts, { wants: (crd) => isWanted(crd, command) });
  const { crds } = documents;
  const folders = groupFolders(
    crds.map(({ crd }) => crd.spec.group),
    command.folders,
  );
  const wrong = [
    ...problems.map(formatProblem),
    ...documents.problems.map(formatProblem),
    ...folders.problems,
    ...missingCrds(crds, command),
  ];
  if (wrong.length === 0 && crds.length === 0) wrong.push(nothingFound(documents));
  if (wrong.length > 0) return refusal(wrong);
  const definitions = crds.map(({ crd }) =>
    command.descriptions ? crd : withoutDescriptions(crd),
  );
  const imported = importDefinitions(definitions, { folderOf: folders.folderOf });
  const put = await write(imported, command);
  const blocked = obstaclesOf(put, command);
  return blocked.length > 0
    ? refusal(blocked)
    : success(definitions, documents, imported, put, command);
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
    const problem = { source: 'the cluster', reason: errorMessage(error) };
    return { texts, problems: [...problems, problem] };
  }
}

function isWanted({ name, group }: CrdIdentity, { crds, groups }: ImportCommand): boolean {
  return (
    (crds.length === 0 && groups.length === 0) || crds.includes(name) || groups.includes(group)
  );
}

/** What was asked for and is not there. */
function missingCrds(found: readonly CrdDocument[], { crds, groups }: ImportCommand): string[] {
  const names = new Set(found.map(({ crd }) => crd.metadata.name));
  const known = new Set(found.map(({ crd }) => crd.spec.group));
  return [
    ...crds
      .filter((name) => !names.has(name))
      .map((name) => `--crd: there is no CRD ${JSON.stringify(name)}`),
    ...groups
      .filter((group) => !known.has(group))
      .map((group) => `--group: there is no CRD of the group ${JSON.stringify(group)}`),
  ];
}

function nothingFound({ skippedCount }: Documents): string {
  const others = skippedCount > 0 ? `, but ${plural(skippedCount, 'other object')}` : '';
  return `there is no CustomResourceDefinition in what was read${others}`;
}

async function write(
  { files }: ImportedDefinitions,
  { out, force, dryRun }: ImportCommand,
): Promise<PutFiles> {
  try {
    return await putFiles(files, out, { overwrites: force, isDryRun: dryRun });
  } catch (error) {
    throw unusablePath('--out', out, 'name a folder that can be written', error);
  }
}

function obstaclesOf({ obstacles, kept }: PutFiles, { out }: ImportCommand): string[] {
  return [
    ...obstacles.map(({ path, problem, remedy }) => `${join(out, path)} ${problem}; ${remedy}`),
    ...kept.map((path) => `${join(out, path)} says something else already; --force overwrites it`),
  ];
}

function refusal(problems: readonly string[]): ImportReport {
  const shown = problems.slice(0, MAX_PROBLEMS);
  if (shown.length < problems.length) shown.push(`and ${problems.length - shown.length} more`);
  const end = `${plural(problems.length, 'problem')}, nothing was written`;
  return { exitCode: 1, stdout: [], stderr: [...shown, '', end] };
}

function success(
  crds: readonly CustomResourceDefinition[],
  { skippedCount }: Documents,
  { schemaMarkers }: ImportedDefinitions,
  { created, changed, unchangedCount }: PutFiles,
  { out, dryRun, quiet }: ImportCommand,
): ImportReport {
  const written = [...created, ...changed].sort().map((path) => join(out, path));
  const versions = crds.reduce((sum, { spec }) => sum + spec.versions.length, 0);
  const said = [
    `${plural(crds.length, 'kind')} in ${plural(versions, 'version')}`,
    `${plural(written.length, 'file')} ${dryRun ? 'would be written' : 'written'}, ${unchangedCount} unchanged`,
    `${plural(schemaMarkers, 'schema marker')} needed`,
    ...(skippedCount > 0 ? [`${plural(skippedCount, 'other object')} skipped`] : []),
  ];
  const stdout = quiet ? [] : [...(dryRun ? written : []), said.join('; ')];
  return { exitCode: 0, stdout, stderr: [] };
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
