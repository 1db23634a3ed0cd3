import type { Diagnostic } from 'vmgen';

/** The files of a project, or the index of one of the inputs of the stress tests. */
export type CompilerRequest =
  | {
      readonly kind: 'project';
      readonly files: Readonly<Record<string, string>>;
      readonly groups: readonly string[];
    }
  | { readonly kind: 'oversized' | 'hostile'; readonly index: number };

export interface CompilerAnswer {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly diagnostics: readonly Diagnostic[];
}
