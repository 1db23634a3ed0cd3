import type { Compilation } from 'vmgen';

/** The sources to compile: as they are, or by their index in the inputs of the stress tests. */
export type CompilerRequest =
  | { readonly kind: 'files'; readonly files: Readonly<Record<string, string>> }
  | { readonly kind: 'oversized' | 'hostile'; readonly index: number };

export type CompilerAnswer = Compilation;
