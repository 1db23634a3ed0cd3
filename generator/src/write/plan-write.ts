import { join } from 'node:path';
import type { Question } from '../disk/observed-disk.js';
import { digestOf } from '../disk/digest.js';
import type { GeneratedFile } from '../settings/generated-file.js';
import { isGenerated } from '../settings/is-generated.js';
import { foldersOf } from './output-folder.js';
import { foreignFile, OutputFolder, type OutputDiagnostic } from './output-folder.js';
import {
  groupsText,
  printRecord,
  readRecord,
  RECORD_FILE,
  type OutputRecord,
} from './output-record.js';
import { isOutputPath } from '../settings/output-path.js';
import { refuseOtherSources } from './write-target.js';
import { LOCK_FILE } from './output-lock.js';
import type { WriteTarget } from './write-target.js';

/** A file to write; the record of the output is one too. */
export type OutputFile = Pick<GeneratedFile, 'path' | 'text'>;

/** The differences between the output folder and the generated files. */
export interface WritePlan {
  /** The output folder. */
  readonly out: string;
  /** The files with other content. */
  readonly changed: readonly OutputFile[];
  /** The files of `changed` that differ only in their line ends. */
  readonly recoded: ReadonlySet<string>;
  /** The files that do not exist yet. */
  readonly created: readonly OutputFile[];
  /** The number of files that are up to date. */
  readonly unchangedCount: number;
  /** Paths of files that are no longer generated. */
  readonly stale: readonly string[];
  /** With any of these nothing can be written. */
  readonly diagnostics: readonly OutputDiagnostic[];
}

/** A plan with the data that makes the next run fast. */
export interface ObservedPlan extends WritePlan {
  /** The observations of the disk after the plan is applied. */
  readonly answers: readonly (readonly [Question, string])[];
  /** The text of the record while the plan is applied: it lists the previous and the new files. */
  readonly recordMeanwhile: string;
}

/** Compares the output with the folder; changes nothing. */
export function planWrite(files: readonly GeneratedFile[], target: WriteTarget): ObservedPlan {
  const { out } = target;
  for (const { path } of files) refuseOutside(path);
  const folder = new OutputFolder(out);
  const before = readRecord(out);
  if (before && !target.prune) refuseOtherSources(before, target);
  const record = recordAfter(before, files, target);
  const wanted: OutputFile[] =
    record.files.size === 0 ? [] : [...files, { path: RECORD_FILE, text: printRecord(record) }];
  const plan = comparison(wanted, folder, before, target);
  const stale = staleFiles(before, record, folder);
  if (before && wanted.length === 0) stale.push(RECORD_FILE);
  const recordMeanwhile = printRecord(before ? withBoth(before, record) : record);
  return { out, ...plan, stale, recordMeanwhile, answers: answersAfter(out, wanted) };
}

function comparison(
  wanted: readonly OutputFile[],
  folder: OutputFolder,
  before: OutputRecord | undefined,
  { sourceAt }: WriteTarget,
): Pick<WritePlan, 'changed' | 'recoded' | 'created' | 'unchangedCount' | 'diagnostics'> {
  const changed: OutputFile[] = [];
  const recoded = new Set<string>();
  const created: OutputFile[] = [];
  const diagnostics = new Map<string, OutputDiagnostic>();
  for (const file of wanted) {
    const { path, text } = file;
    const current = sourceAt(path) ?? folder.look(path);
    if (current === text) continue;
    if (current === undefined) created.push(file);
    else if (typeof current !== 'string') diagnostics.set(current.path, current);
    else if (isOurs(path, current, before)) {
      changed.push(file);
      if (current.replaceAll('\r\n', '\n') === text) recoded.add(path);
    } else diagnostics.set(path, foreignFile(path));
  }
  const unchangedCount = wanted.length - changed.length - created.length - diagnostics.size;
  return { changed, recoded, created, unchangedCount, diagnostics: [...diagnostics.values()] };
}

/** A power cut can leave a file that was just written empty. */
function isOurs(path: string, text: string, before: OutputRecord | undefined): boolean {
  if (path === RECORD_FILE) return true;
  return isGenerated(text) || (text === '' && before?.files.has(path) === true);
}

/** Files of other generators are kept; this run has all files of its own generators. */
function recordAfter(
  before: OutputRecord | undefined,
  files: readonly GeneratedFile[],
  { apis, groups, generators, known, prune }: WriteTarget,
): OutputRecord {
  const isOther = ([, generator]: readonly [unknown, string]): boolean =>
    !generators.includes(generator) && (!prune || known.includes(generator));
  const own = new Set(files.map(({ generator }) => generator));
  const text = groupsText(groups);
  return {
    apis,
    groups: new Map([
      ...[...(before?.groups ?? [])].filter(([generator]) => isOther(['', generator])),
      ...[...own].map((generator) => [generator, text] as const),
    ]),
    files: new Map([
      ...[...(before?.files ?? [])].filter(isOther),
      ...files.map(({ path, generator }) => [path, generator] as const),
    ]),
  };
}

function withBoth(before: OutputRecord, after: OutputRecord): OutputRecord {
  return {
    apis: after.apis,
    groups: new Map([...before.groups, ...after.groups]),
    files: new Map([...before.files, ...after.files]),
  };
}

/**
 * Files that the record lists, that are no longer generated, and that still have the content that vmgen
 * wrote.
 */
function staleFiles(
  before: OutputRecord | undefined,
  after: OutputRecord,
  folder: OutputFolder,
): string[] {
  return [...(before?.files.keys() ?? [])].filter((path) => {
    const current = after.files.has(path) ? undefined : folder.look(path);
    return typeof current === 'string' && isOurs(path, current, before);
  });
}

function answersAfter(out: string, wanted: readonly OutputFile[]): ObservedPlan['answers'] {
  const recordIsThere = wanted.length > 0;
  return [
    [`kind:${join(out, LOCK_FILE)}`, ''],
    ...(recordIsThere ? [] : [[`kind:${join(out, RECORD_FILE)}`, ''] as const]),
    ...foldersOf(wanted).map((path) => [`kind:${join(out, path)}`, 'folder'] as const),
    ...wanted.map(({ path, text }) => [`file:${join(out, path)}`, digestOf(text)] as const),
  ];
}

/** The names in paths are checked before; this is the last door. */
function refuseOutside(path: string): void {
  if (!isOutputPath(path)) {
    throw new Error(`refusing to write outside of the output folder: ${path}`);
  }
}
