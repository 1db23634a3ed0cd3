import { errorMessage } from '@vmgen/base/text';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '../../disk/decode-text.js';
import { codeOf } from '../../disk/file-error.js';
import type { SourceProblem, SourceText } from '@vmgen/base/yaml';

/** Some hundred times the largest manifest that projects publish. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The path that means standard input. */
export const STANDARD_INPUT = '-';

/** The texts that were read, and the reasons for missing ones. */
export interface Sources {
  readonly texts: readonly SourceText[];
  readonly problems: readonly SourceProblem[];
}

/**
 * Reads files, folders (their .yaml, .yml and .json files, recursively, sorted by name; only links to files
 * are followed) and standard input (`-`). URLs are rejected: vmgen loads nothing from the network.
 *
 * @param stdin reads the content for `-`
 */
export async function readSources(
  paths: readonly string[],
  stdin: AsyncIterable<Uint8Array | string>,
): Promise<Sources> {
  const texts: SourceText[] = [];
  const problems: SourceProblem[] = [];
  const attempt = async <T>(source: string, read: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      problems.push({ source, reason: reasonOf(error) });
      return undefined;
    }
  };
  for (const path of new Set(paths)) {
    if (path === STANDARD_INPUT) {
      const text = await attempt('standard input', () => readStandardInput(stdin));
      if (text !== undefined) texts.push({ source: 'standard input', text });
      continue;
    }
    for (const file of (await attempt(path, () => filesAt(path))) ?? []) {
      const text = await attempt(file, () => readText(file));
      if (text !== undefined) texts.push({ source: file, text });
    }
  }
  return { texts, problems };
}

function filesAt(path: string): string[] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    throw new Error('vmgen loads nothing from the network: fetch it first, as with curl -LO URL');
  }
  if (!statSync(path).isDirectory()) return [path];
  const files = filesIn(path);
  if (files.length === 0) throw new Error('the folder contains no .yaml, .yml or .json file');
  return files;
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      if (!/\.(?:ya?ml|json)$/.test(entry.name)) return [];
      const isFolder =
        entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isDirectory();
      return isFolder ? [] : [path];
    });
}

function readText(file: string): string {
  const stat = statSync(file);
  // Opening a pipe blocks until its other end is open.
  if (!stat.isFile()) throw new Error('it is not a regular file');
  if (stat.size > MAX_BYTES) throw tooLarge();
  return textOf(readFileSync(file));
}

async function readStandardInput(stdin: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) throw tooLarge();
    chunks.push(bytes);
  }
  return textOf(Buffer.concat(chunks));
}

function textOf(bytes: Buffer): string {
  const text = decodeText(bytes);
  if (typeof text === 'string') return text;
  throw new Error(`${text.what} (line ${text.line}, column ${text.column})`);
}

function tooLarge(): Error {
  return new Error(`it has more than ${MAX_BYTES} bytes, which is the most that is read`);
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'no such file or folder';
  return errorMessage(error);
}
