import { stampOf } from '../../disk/stamp.js';

/** Notices changes of files, also of those that do not exist yet. */
export class FileStates {
  /** By path; undefined for a file that does not exist, or that cannot be looked at. */
  readonly #stamps = new Map<string, string | undefined>();

  constructor(files: readonly string[]) {
    this.add(files);
  }

  /** Whether one of the files is new here. */
  add(files: readonly string[]): boolean {
    const added = files.filter((file) => !this.#stamps.has(file));
    for (const file of added) this.#stamps.set(file, stampIfAny(file));
    return added.length > 0;
  }

  /** Whether a file has changed since the last look. */
  look(): boolean {
    const changed = [...this.#stamps].filter(([file, stamp]) => stampIfAny(file) !== stamp);
    for (const [file] of changed) this.#stamps.set(file, stampIfAny(file));
    return changed.length > 0;
  }
}

function stampIfAny(file: string): string | undefined {
  try {
    return stampOf(file);
  } catch {
    return undefined;
  }
}
