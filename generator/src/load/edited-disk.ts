import { encodeUtf8 } from '@vmgen/base/bytes';
import { decodeText, type NoText } from '../disk/decode-text.js';
import {
  readTextOf,
  type FolderEntry,
  type RawDisk,
  type SourceReader,
} from '../disk/source-disk.js';
import { basename, dirname, join, resolve } from '../text/paths.js';

type Folder = ReadonlyMap<string, FolderEntry>;

/**
 * A disk with edited files, such as those that are open in an editor. Each path of the disk below is read only
 * once: what changes there is an edit too.
 */
export class EditedDisk implements SourceReader {
  readonly #raw: RawDisk;
  /** The keys of maps are paths in folders without symbolic links. Edited files that were removed are undefined. */
  readonly #edits = new Map<string, string | NoText | undefined>();
  readonly #texts = new Map<string, string | NoText | undefined>();
  readonly #folders = new Map<string, Folder | undefined>();
  readonly #lists = new Map<string, FolderEntry[] | undefined>();
  /** By absolute path. */
  readonly #realPaths = new Map<string, string>();
  /** By the path that was read. */
  readonly #unreadable = new Map<string, NoText>();

  constructor(raw: RawDisk) {
    this.#raw = raw;
  }

  get unreadable(): ReadonlyMap<string, NoText> {
    return this.#unreadable;
  }

  /** Gives a file another text, or removes it. Returns whether the file was created or removed. */
  edit(path: string, text: string | undefined): boolean {
    const place = this.#placeOf(path);
    const before = this.#textAt(place, path);
    const decoded = text === undefined ? undefined : decodeText(encodeUtf8(text));
    this.#edits.set(place, decoded);
    // A list of files that were removed would grow without end.
    if (decoded === undefined && this.#textBelow(place, path) === undefined) {
      this.#edits.delete(place);
    }
    for (const each of this.#unreadable.keys()) {
      if (this.#placeOf(each) === place) this.#unreadable.delete(each);
    }
    const isOther = (before === undefined) !== (decoded === undefined);
    if (isOther) this.#lists.clear();
    return isOther;
  }

  /** Until they are read again. */
  forgetUnreadable(): void {
    this.#unreadable.clear();
  }

  readText(path: string): string | undefined {
    const text = this.#textAt(this.#placeOf(path), path);
    if (typeof text !== 'object') return text;
    this.#unreadable.set(path, text);
    return '';
  }

  list(path: string): FolderEntry[] | undefined {
    const real = this.realPath(path);
    if (!this.#lists.has(real)) {
      const entries = this.#entriesIn(real, path);
      const sorted = entries && [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
      this.#lists.set(real, sorted);
    }
    return this.#lists.get(real);
  }

  hasFolder(path: string): boolean {
    return this.list(path) !== undefined;
  }

  /** Also of files that only edits create. */
  realPath(path: string): string {
    const absolute = resolve(path);
    const real =
      this.#realPaths.get(absolute) ?? this.#raw.realPath(absolute) ?? this.#placeOf(path);
    this.#realPaths.set(absolute, real);
    return real;
  }

  /** The path of a file in the folder to which links lead: the folder has the file at all of its paths. */
  #placeOf(path: string): string {
    const absolute = resolve(path);
    const folder = dirname(absolute);
    return folder === absolute ? absolute : join(this.realPath(folder), basename(absolute));
  }

  #textAt(place: string, path: string): string | NoText | undefined {
    return this.#edits.has(place) ? this.#edits.get(place) : this.#textBelow(place, path);
  }

  #textBelow(place: string, path: string): string | NoText | undefined {
    if (!this.#texts.has(place)) {
      this.#texts.set(place, readTextOf(this.#raw, path));
    }
    return this.#texts.get(place);
  }

  #entriesIn(real: string, path: string): Folder | undefined {
    if (!this.#folders.has(real)) {
      const entries = this.#raw.list(path);
      this.#folders.set(real, entries && new Map(entries.map((each) => [each.name, each])));
    }
    const below = this.#folders.get(real);
    const entries = new Map(below);
    for (const [edited, text] of this.#edits) {
      const [name, kind] = childIn(real, edited) ?? [];
      if (name === undefined || kind === undefined) continue;
      if (text === undefined && kind === 'file') entries.delete(name);
      else if (text !== undefined && !entries.has(name)) entries.set(name, { name, kind });
    }
    return below === undefined && entries.size === 0 ? undefined : entries;
  }
}

/** The entry of a folder that is, or that leads to, a file; undefined for a file elsewhere. */
function childIn(
  folder: string,
  file: string,
): readonly [name: string, kind: FolderEntry['kind']] | undefined {
  if (dirname(file) === folder) return [basename(file), 'file'];
  for (let path = dirname(file); dirname(path) !== path; path = dirname(path)) {
    if (dirname(path) === folder) return [basename(path), 'folder'];
  }
  return undefined;
}
