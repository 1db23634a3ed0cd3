/** Applying an edit to `wrong` produces `right`; both are complete for their `place`. */
export interface DiagnosticExample {
  /**
   * The position of the example: a field of a spec, the markers above a kind, a type beside it, the comment
   * of a package, a complete file, several files (each after a line `// path`), or shell commands.
   */
  readonly place: 'field' | 'kind' | 'type' | 'package' | 'file' | 'files' | 'shell';
  /** Causes this diagnostic and no other. */
  readonly wrong: string;
  /** Causes no diagnostics. */
  readonly right: string;
}

/** The description of a diagnostic; `vmgen explain` and docs/reference/diagnostics.md print it. */
export interface DiagnosticDefinition {
  /** The primary identifier of the diagnostic, in kebab case. */
  readonly name: string;
  /** The problem, in one line. */
  readonly title: string;
  /** The reason, and the consequence if it were accepted. */
  readonly why: string;
  readonly example: DiagnosticExample;
}

/** Definitions by code; a published code keeps its meaning. */
export type DiagnosticDefinitions = Readonly<Record<`VMGEN${number}`, DiagnosticDefinition>>;
