import type { GroupVersionFolder } from '../settings/parse-groups.js';
import type { OutputDiagnostic } from './output-folder.js';

/** What is written where, and of which part of the output it is the whole. */
export interface WriteTarget {
  readonly out: string;
  /** The folder of the APIs as `out` sees it. */
  readonly apis: string;
  readonly groups: readonly GroupVersionFolder[];
  readonly generators: readonly string[];
  /** All generators that there are: with `prune` the files of others go. */
  readonly known: readonly string[];
  /** Files of groups that are named no longer, and of generators that there are no longer, go. */
  readonly prune: boolean;
  /** What of the sources stands at a path of the output, where it would be overwritten. */
  readonly sourceAt: (path: string) => OutputDiagnostic | undefined;
}
