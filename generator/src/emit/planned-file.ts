import type { EmittedFile } from './emitter.js';

/** A file that will be printed. */
export interface PlannedFile {
  /** The name of the emitter that owns it. */
  readonly generator: string;
  /** Belongs to a custom emitter. */
  readonly isForeign?: boolean;
  readonly file: EmittedFile;
}
