import { isJsonObject, parseJsonObject } from '@vmgen/base/json';
import { join } from 'node:path';
import { readEntry } from '../disk/entry.js';
import { HEADER_LINE, isGeneratorName } from '../settings/generated-file.js';
import { isOutputPath } from '../settings/output-path.js';
import { parseGroups } from '../settings/parse-groups.js';
import type { GroupVersionFolder } from '../settings/parse-groups.js';
import { unicodeEscape } from '../render/escape.js';

/** The file in the output that says which files of it are vmgen's. It is to be committed with them. */
export const RECORD_FILE = '.vmgen.json';

const FORMAT_VERSION = 1;

/** A record of 100,000 files has some 10 MB. */
const LARGEST = 1 << 26;

/** Whose the files of an output are. */
export interface OutputRecord {
  /** The folder of the APIs as the output sees it, with `/`. */
  readonly apis: string;
  /** What each generator's files were made of, in the words of `--groups`. */
  readonly groups: ReadonlyMap<string, string>;
  /** Which generator made each file; paths as in {@link GeneratedFile}. */
  readonly files: ReadonlyMap<string, string>;
}

/** The canonical words of `--groups`: `a:v1,v2 b:v1`. */
export function groupsText(folders: readonly GroupVersionFolder[]): string {
  const byGroup = new Map<string, string[]>();
  for (const { group, version } of folders) {
    byGroup.set(group, [...(byGroup.get(group) ?? []), version]);
  }
  return [...byGroup]
    .map(([group, versions]) => `${group}:${[...new Set(versions)].sort().join(',')}`)
    .sort()
    .join(' ');
}

/** One entry a line, so that versions of it merge as other text does, and no formatter breaks it. */
export function printRecord({ apis, groups, files }: OutputRecord): string {
  const document = {
    comment: HEADER_LINE,
    version: FORMAT_VERSION,
    apis,
    groups: Object.fromEntries(sorted(groups)),
    files: Object.fromEntries(sorted(files)),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

const sorted = <T>(map: ReadonlyMap<string, T>): [string, T][] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Reads the record of an output folder; undefined where there is none. Whoever can change the folder
 * can change the record: nothing in it is believed that vmgen could not have written.
 *
 * @throws an Error that names the record, what is wrong with it, and the remedy
 */
export function readRecord(out: string): OutputRecord | undefined {
  const path = join(out, RECORD_FILE);
  const entry = readEntry(path, ({ size }) => size <= LARGEST);
  if (entry === undefined) return undefined;
  const record = typeof entry === 'string' ? NO_FILE[entry] : parseRecord(entry.toString());
  if (typeof record !== 'string') return record;
  throw new Error(
    `--out: ${path} ${record}; restore it as vmgen wrote it, or remove it: without it vmgen takes over the files that it would write, and removes none`,
  );
}

const NO_FILE = {
  folder: 'is a folder',
  link: 'is a symbolic link, and vmgen follows none below --out',
  other: 'is no regular file, or larger than any record',
} as const;

/** The record of a text, or what is wrong with it. */
function parseRecord(text: string): OutputRecord | string {
  const document = parseJsonObject(text);
  if (document === undefined) return 'is no record of vmgen: it holds no object of JSON';
  const { version, apis, groups, files } = document;
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    return `is of a newer vmgen (its version is ${version}, this vmgen knows ${FORMAT_VERSION})`;
  }
  if (version !== FORMAT_VERSION)
    return `is no record of vmgen: its version is not ${FORMAT_VERSION}`;
  if (typeof apis !== 'string' || !isJsonObject(groups) || !isJsonObject(files)) {
    return 'is damaged: apis, groups or files are missing';
  }
  const record = {
    apis,
    groups: new Map<string, string>(),
    files: new Map<string, string>(),
  };
  for (const [name, value] of Object.entries(groups)) {
    const generator = generatorNamed(name);
    if (!generator) return `names ${shown(name)}, which can be no generator`;
    const canonical = canonicalGroups(value);
    if (canonical === undefined) return `names groups in no form of --groups: ${shown(value)}`;
    record.groups.set(generator, canonical);
  }
  for (const [path, value] of Object.entries(files)) {
    const generator = generatorNamed(value);
    if (!generator) return `names ${shown(value)}, which can be no generator`;
    if (!record.groups.has(generator)) return `names no groups of ${generator}`;
    if (!isOutputPath(path)) return `names a file that vmgen does not write: ${shown(path)}`;
    record.files.set(path, generator);
  }
  return record;
}

function canonicalGroups(value: unknown): string | undefined {
  try {
    return typeof value === 'string' ? groupsText(parseGroups([value])) : undefined;
  } catch {
    return undefined;
  }
}

const generatorNamed = (value: unknown): string | undefined =>
  typeof value === 'string' && isGeneratorName(value) ? value : undefined;

/** A value of the record in a message: short, and with no character that a terminal obeys. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value).slice(0, 100);
  return text.replace(/[^\x20-\x7e]/g, unicodeEscape);
}
