import type { EmittedFile } from './emitter.js';

/** A file that is to be printed. */
export interface PlannedFile {
  /** The name of the emitter whose it is. */
  readonly generator: string;
  /** Of an emitter that is not vmgen's own. */
  readonly isForeign?: boolean;
  readonly file: EmittedFile;
}
