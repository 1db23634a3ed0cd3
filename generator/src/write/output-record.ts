import { isJsonObject, parseJsonObject } from '@vmgen/base/json';
import { join } from 'node:path';
import { readEntry } from '../disk/entry.js';
import { HEADER_LINE, isGeneratorName } from '../settings/generated-file.js';
import { isOutputPath } from '../settings/output-path.js';
import { parseGroups } from '../settings/parse-groups.js';
import type { GroupVersionFolder } from '../settings/parse-groups.js';
import { unicodeEscape } from '../text/escape.js';

/** The file in the output that lists the files that vmgen owns. Commit it with them. */
export const RECORD_FILE = '.vmgen.json';

const FORMAT_VERSION = 1;

/** A record of 100,000 files has some 10 MB. */
const LARGEST = 1 << 26;

/** Whose the files of an output are. */
export interface OutputRecord {
  /** The folder of the APIs relative to the output, with `/`. */
  readonly apis: string;
  /** The groups that each generator's files were generated from, as in `--groups`. */
  readonly groups: ReadonlyMap<string, string>;
  /** The generator of each file; paths as in {@link GeneratedFile}. */
  readonly files: ReadonlyMap<string, string>;
}

/** The canonical form of `--groups`: `a:v1,v2 b:v1`. */
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

/** One entry per line, so that versions can be merged as text, and formatters do not change it. */
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
 * Reads the record of an output folder; undefined if it does not exist. Anyone who can change the folder can
 * change the record: it is validated, and only content that vmgen could have written is accepted.
 *
 * @throws an Error with the record, the problem and the fix
 */
export function readRecord(out: string): OutputRecord | undefined {
  const path = join(out, RECORD_FILE);
  const entry = readEntry(path, ({ size }) => size <= LARGEST);
  if (entry === undefined) return undefined;
  const record = typeof entry === 'string' ? NO_FILE[entry] : parseRecord(entry.toString());
  if (typeof record !== 'string') return record;
  throw new Error(
    `--out: ${path} ${record}; restore it, or remove it: without it vmgen takes ownership of the files that it writes, and removes none`,
  );
}

const NO_FILE = {
  folder: 'is a folder',
  link: 'is a symbolic link, which vmgen does not follow below --out',
  other: 'is not a regular file, or is too large for a record',
} as const;

/** Parses a record, or returns the problem. */
function parseRecord(text: string): OutputRecord | string {
  const document = parseJsonObject(text);
  if (document === undefined) return 'is not a record of vmgen: it does not contain a JSON object';
  const { version, apis, groups, files } = document;
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    return `was written by a newer vmgen (its version is ${version}, this vmgen supports ${FORMAT_VERSION})`;
  }
  if (version !== FORMAT_VERSION)
    return `is not a record of vmgen: its version is not ${FORMAT_VERSION}`;
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
    if (!record.groups.has(generator)) return `contains no groups of ${generator}`;
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
