import { encodeUtf8 } from '@vmgen/base/bytes';
import { decodeText, type NoText } from '../disk/decode-text.js';
import type { FolderEntry, RawDisk, SourceReader } from '../disk/source-disk.js';
import { basename, dirname, resolve } from '../text/paths.js';

type Folder = ReadonlyMap<string, FolderEntry>;

/**
 * A disk with edited files, such as those that are open in an editor. Each path of the disk below is read only
 * once: what changes there is an edit too.
 */
export class EditedDisk implements SourceReader {
  readonly #raw: RawDisk;
  /** All maps have absolute paths as keys. Edited files that were removed are undefined. */
  readonly #edits = new Map<string, string | NoText | undefined>();
  readonly #texts = new Map<string, string | NoText | undefined>();
  readonly #folders = new Map<string, Folder | undefined>();
  readonly #lists = new Map<string, FolderEntry[] | undefined>();
  readonly #realPaths = new Map<string, string>();
  readonly #unreadable = new Map<string, NoText>();

  constructor(raw: RawDisk) {
    this.#raw = raw;
  }

  get unreadable(): ReadonlyMap<string, NoText> {
    return this.#unreadable;
  }

  /** Gives a file another text, or removes it. Returns whether the file was created or removed. */
  edit(path: string, text: string | undefined): boolean {
    const absolute = resolve(path);
    const before = this.#textAt(absolute, path);
    const decoded = text === undefined ? undefined : decodeText(encodeUtf8(text));
    this.#edits.set(absolute, decoded);
    for (const each of this.#unreadable.keys()) {
      if (resolve(each) === absolute) this.#unreadable.delete(each);
    }
    const isOther = (before === undefined) !== (decoded === undefined);
    if (isOther) {
      this.#lists.clear();
      this.#realPaths.clear();
    }
    return isOther;
  }

  readText(path: string): string | undefined {
    const text = this.#textAt(resolve(path), path);
    if (typeof text !== 'object') return text;
    this.#unreadable.set(path, text);
    return '';
  }

  list(path: string): FolderEntry[] | undefined {
    const absolute = resolve(path);
    if (!this.#lists.has(absolute)) {
      const entries = this.#entriesIn(absolute, path);
      const sorted = entries && [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
      this.#lists.set(absolute, sorted);
    }
    return this.#lists.get(absolute);
  }

  hasFolder(path: string): boolean {
    return this.list(path) !== undefined;
  }

  realPath(path: string): string {
    const known = this.#realPaths.get(path);
    if (known !== undefined) return known;
    const real = this.#raw.realPath(path) ?? path;
    this.#realPaths.set(path, real);
    return real;
  }

  #textAt(absolute: string, path: string): string | NoText | undefined {
    if (this.#edits.has(absolute)) return this.#edits.get(absolute);
    if (!this.#texts.has(absolute)) {
      const bytes = this.#raw.readBytes(path);
      this.#texts.set(absolute, bytes && decodeText(bytes));
    }
    return this.#texts.get(absolute);
  }

  #entriesIn(absolute: string, path: string): Folder | undefined {
    if (!this.#folders.has(absolute)) {
      const entries = this.#raw.list(path);
      this.#folders.set(absolute, entries && new Map(entries.map((each) => [each.name, each])));
    }
    const below = this.#folders.get(absolute);
    const entries = new Map(below);
    for (const [edited, text] of this.#edits) {
      const [name, kind] = childIn(absolute, edited) ?? [];
      if (name === undefined || kind === undefined) continue;
      if (text !== undefined) entries.set(name, { name, kind });
      else if (kind === 'file') entries.delete(name);
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
