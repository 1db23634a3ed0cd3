import { decodeText, type NoText } from './decode-text.js';
import { reasonOf } from './unusable-path.js';

/** One entry of a folder. */
export interface FolderEntry {
  /** Without its folder. */
  readonly name: string;
  /** Symbolic links have the kind `other`. */
  readonly kind: 'file' | 'folder' | 'other';
}

/** Where files are read from. Everything is undefined where there is nothing at a path. */
export interface RawDisk {
  /** @throws an error with code ENOTREG for pipes, sockets and devices */
  readBytes(path: string): Uint8Array | undefined;
  /** In any order. */
  list(path: string): FolderEntry[] | undefined;
  /** The target of a path after resolving symbolic links. */
  realPath(path: string): string | undefined;
}

/** The text of a file, or why it cannot be read as text; undefined if it does not exist. */
export function readTextOf(
  raw: Pick<RawDisk, 'readBytes'>,
  path: string,
): string | NoText | undefined {
  return decode(readBytesOf(raw, path));
}

/** The bytes of a file, or why the system refuses to read it; undefined if it does not exist. */
export function readBytesOf(
  raw: Pick<RawDisk, 'readBytes'>,
  path: string,
): Uint8Array | NoText | undefined {
  try {
    return raw.readBytes(path);
  } catch (error) {
    const what = reasonOf(error);
    if (what === undefined) throw error;
    return { what, line: 1, column: 1 };
  }
}

const decode = (bytes: Uint8Array | NoText | undefined): string | NoText | undefined =>
  bytes instanceof Uint8Array ? decodeText(bytes) : bytes;

/** Reads files of a disk as text. */
export class SourceDisk {
  protected readonly raw: RawDisk;
  readonly #unreadable = new Map<string, NoText>();

  constructor(raw: RawDisk) {
    this.raw = raw;
  }

  /** Files that exist but cannot be read as text, by path. */
  get unreadable(): ReadonlyMap<string, NoText> {
    return this.#unreadable;
  }

  /** The text of a file; undefined if it does not exist, and '' if it cannot be read as text. */
  readText(path: string): string | undefined {
    return this.decode(path, readBytesOf(this.raw, path));
  }

  protected decode(path: string, bytes: Uint8Array | NoText | undefined): string | undefined {
    const text = decode(bytes);
    if (typeof text !== 'object') return text;
    this.#unreadable.set(path, text);
    return '';
  }

  /** The sorted names in a folder; undefined if it does not exist. */
  list(path: string): FolderEntry[] | undefined {
    return this.raw.list(path)?.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Whether a folder exists. */
  hasFolder(path: string): boolean {
    return this.raw.list(path) !== undefined;
  }

  /** Resolves symbolic links; returns the path itself if the target does not exist. */
  realPath(path: string): string {
    return this.raw.realPath(path) ?? path;
  }
}

/** What reads the sources of a program: a disk, or one with edited files. */
export type SourceReader = Pick<
  SourceDisk,
  'hasFolder' | 'list' | 'readText' | 'realPath' | 'unreadable'
>;
