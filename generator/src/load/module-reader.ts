import { join, resolve } from 'node:path';
import type { ObservedDisk } from '../disk/observed-disk.js';
import { bundleKeeper } from './bundle-keeper.js';
import { ModuleResolver } from './module-resolver.js';
import { encodingProblems } from './encoding-problems.js';
import { isApiFile } from '../sources/imports.js';
import { pathFrom } from '../disk/path-from.js';
import { resolveSpecifier } from '../sources/resolve-specifier.js';
import type { ModuleReader, ReadingProblem } from '../sources/source.js';

/** Finds files behind imports on the disk, each once. */
export class DiskModuleReader implements ModuleReader {
  readonly keeper = bundleKeeper();
  readonly #apis: string;
  readonly #disk: ObservedDisk;
  readonly #texts = new Map<string, string | undefined>();
  readonly #found = new Map<string, string | undefined>();
  #resolver: { readonly root: string; readonly modules: ModuleResolver } | undefined;

  constructor(apis: string, disk: ObservedDisk) {
    this.#apis = apis;
    this.#disk = disk;
  }

  resolve(specifier: string, from: string): string | undefined {
    const key = `${specifier}\n${from}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#search(specifier, from));
    return this.#found.get(key);
  }

  read(path: string): string | undefined {
    if (!this.#texts.has(path)) this.#texts.set(path, this.#disk.readText(join(this.#apis, path)));
    return this.#texts.get(path);
  }

  isUnreadable(path: string): boolean {
    return this.#disk.unreadable.has(join(this.#apis, path));
  }

  problems(): readonly ReadingProblem[] {
    const { root = '', modules } = this.#resolver ?? {};
    const settings = (modules?.problems ?? []).map(({ file, line, column, message }) => ({
      code: 'VMGEN1108' as const,
      position: { file: pathFrom(root, file), line, column },
      message,
      remedy: 'mend it: imports are resolved by it',
    }));
    return [...settings, ...encodingProblems(this.#apis, this.#disk)];
  }

  #search(specifier: string, from: string): string | undefined {
    // What nearly every import is needs no search.
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
