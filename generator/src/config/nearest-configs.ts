import { dirname } from 'node:path';
import { configsIn } from './find-config.js';

/** The nearest config at or above each file. What was found is kept until it is forgotten. */
export class NearestConfigs {
  /** By folder. */
  readonly #configs = new Map<string, string | undefined>();

  /** The path of the config of a file, the first one where a folder has several; undefined for a file of no project. */
  of(path: string): string | undefined {
    const folder = dirname(path);
    // Packages are not part of the project.
    if (/[\\/]node_modules(?:[\\/]|$)/.test(folder)) return undefined;
    if (!this.#configs.has(folder)) {
      const own = firstConfigIn(folder);
      this.#configs.set(folder, own ?? (folder === path ? undefined : this.of(folder)));
    }
    return this.#configs.get(folder);
  }

  forget(): void {
    this.#configs.clear();
  }
}

/** A folder that cannot be searched, such as one whose name is too long, has none. */
function firstConfigIn(folder: string): string | undefined {
  try {
    return configsIn(folder)[0];
  } catch {
    return undefined;
  }
}
