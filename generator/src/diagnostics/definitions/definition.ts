/** An edit of the example makes `right` of `wrong`; both are whole where they stand. */
export interface DiagnosticExample {
  /**
   * Where the text stands: a field of a spec, the markers above a kind, a type beside it, the comment
   * of a package, all of a file, several files (each behind a line `// path`), or what a shell does.
   */
  readonly place: 'field' | 'kind' | 'type' | 'package' | 'file' | 'files' | 'shell';
  /** Causes the diagnostic, and no other. */
  readonly wrong: string;
  /** Causes none. */
  readonly right: string;
}

/** All that there is to know of one kind of diagnostic; `vmgen explain` and docs/diagnostics.md print it. */
export interface DiagnosticDefinition {
  /** Another way to call the code, in kebab case. */
  readonly name: string;
  /** What is wrong, in one line. */
  readonly title: string;
  /** Why that is a mistake, and what happens else. */
  readonly why: string;
  readonly example: DiagnosticExample;
}

/** Definitions by code; a code that was given away once keeps its meaning. */
export type DiagnosticDefinitions = Readonly<Record<`VMGEN${number}`, DiagnosticDefinition>>;
