/** One file. */
export interface SourceFile {
  /** Relative to the folder of the APIs, with `/`: `cloudnative/v1alpha1/types.ts`. */
  readonly path: string;
  readonly text: string;
}

/** One version of one group, by its folder names. */
export interface GroupVersionFolder {
  readonly group: string;
  readonly version: string;
}

/** All that the pipeline reads. */
export interface SourceSet {
  /** How the folder of the APIs is called in messages. */
  readonly root: string;
  readonly folders: readonly GroupVersionFolder[];
  readonly files: readonly SourceFile[];
  /** The files behind imports from packages, by `linkKey`. */
  readonly links?: ReadonlyMap<string, string>;
  /** The files of `--paths`, of which only comments are read. */
  readonly code?: readonly SourceFile[];
}
