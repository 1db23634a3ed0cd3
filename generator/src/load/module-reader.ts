import { basename, dirname, join, resolve, pathFrom } from '../text/paths.js';
import type { SourceReader } from '../disk/source-disk.js';
import { ModuleResolver } from './module-resolver.js';
import { importsOf, isApiFile } from '../syntax/imports.js';
import { resolveSpecifier } from '../syntax/resolve-specifier.js';
import type { ModuleReader, ReadingProblem } from '../syntax/source.js';

const DECLARATIONS = /\.d\.[cm]?ts$/;

/** Resolves imports to files on the disk; each only once. */
export class DiskModuleReader implements ModuleReader {
  readonly #apis: string;
  readonly #disk: SourceReader;
  readonly #texts = new Map<string, string | undefined>();
  readonly #folders = new Map<string, ReadonlySet<string>>();
  readonly #found = new Map<string, string | undefined>();
  readonly #imports = new Map<string, readonly string[]>();
  #resolver: { readonly root: string; readonly modules: ModuleResolver } | undefined;

  constructor(apis: string, disk: SourceReader) {
    this.#apis = apis;
    this.#disk = disk;
  }

  resolve(specifier: string, from: string): string | undefined {
    const key = `${specifier}\n${from}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#search(specifier, from));
    return this.#found.get(key);
  }

  read(path: string): string | undefined {
    if (!this.#texts.has(path)) this.#texts.set(path, this.#textOf(path));
    return this.#texts.get(path);
  }

  /** The specifiers of the imports of a file that exists. */
  importsOf(path: string): readonly string[] {
    const imports = this.#imports.get(path) ?? importsOf(this.read(path) ?? '');
    this.#imports.set(path, imports);
    return imports;
  }

  /** Reads a file again when it is needed; it existed before, and still exists. */
  forget(path: string): void {
    this.#texts.delete(path);
    this.#imports.delete(path);
  }

  /**
   * A package may contain the markers of its types in a file beside the declarations for editors:
   * `types.vmgen.d.ts` is read instead of `types.d.ts`.
   */
  #textOf(path: string): string | undefined {
    const read = (file: string): string | undefined => this.#disk.readText(this.#pathOf(file));
    const marked = path.replace(DECLARATIONS, '.vmgen$&');
    const isMarked = marked !== path && this.#namesBeside(path).has(basename(marked));
    return read(isMarked ? marked : path);
  }

  /** Each folder is read once: some packages have thousands of files in one. */
  #namesBeside(path: string): ReadonlySet<string> {
    const folder = dirname(path);
    let names = this.#folders.get(folder);
    if (names === undefined) {
      names = new Set((this.#disk.list(this.#pathOf(folder)) ?? []).map(({ name }) => name));
      this.#folders.set(folder, names);
    }
    return names;
  }

  isUnreadable(path: string): boolean {
    return this.#disk.unreadable.has(this.#pathOf(path));
  }

  /** The path of the disk. A file outside of the APIs was found from where a link of their folder leads. */
  #pathOf(path: string): string {
    const { root } = this.#resolver ?? {};
    const isElsewhere =
      path.startsWith('../') && root !== undefined && root !== resolve(this.#apis);
    return join(isElsewhere ? root : this.#apis, path);
  }

  isPlugAndPlay(): boolean {
    // Its code is not run: it is the project's, and of another version each time.
    let folder = this.#disk.realPath(resolve(this.#apis));
    while (!(this.#disk.list(folder) ?? []).some(({ name }) => name === '.pnp.cjs')) {
      if (dirname(folder) === folder) return false;
      folder = dirname(folder);
    }
    return true;
  }

  problems(): readonly ReadingProblem[] {
    const { root = '', modules } = this.#resolver ?? {};
    const settings = (modules?.problems ?? []).map(({ file, line, column, message }) => ({
      code: 'VMGEN1108' as const,
      position: { file: pathFrom(root, file), line, column },
      message,
      remedy: 'fix it: the resolution of imports depends on it',
    }));
    return [...settings, ...unreadableFiles(this.#apis, this.#disk)];
  }

  #search(specifier: string, from: string): string | undefined {
    // Most imports need no search.
    if (specifier.startsWith('.') && isApiFile(from)) {
      const file = resolveSpecifier(specifier, from);
      if (isApiFile(file) && this.read(file) !== undefined) return file;
    }
    const { root, modules } = (this.#resolver ??= this.#startResolver());
    const file = modules.resolve(specifier, join(root, from));
    return file && pathFrom(root, file);
  }

  #startResolver() {
    const root = this.#disk.realPath(resolve(this.#apis));
    return { root, modules: new ModuleResolver(root, this.#disk) };
  }
}

/** The files that cannot be read as text, each once. */
function unreadableFiles(apis: string, disk: SourceReader): ReadingProblem[] {
  return [...disk.unreadable].map(([path, { what, line, column }]) => ({
    code: 'VMGEN1010',
    position: { file: pathFrom(resolve(apis), resolve(path)), line, column },
    message: `the file cannot be read: ${what}`,
    remedy: 'make it a readable file of UTF-8 text',
  }));
}
