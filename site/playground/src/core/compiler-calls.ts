import type { FoundMarker, MarkerCompletions } from 'vmgen/browser';
import type { RenamingConversion } from './renaming-conversion.js';

/** A change of a text, in UTF-16 units. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** A diagnostic. */
export interface Problem {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: string;
  /** Empty without one. */
  readonly remedy: string;
  /** Empty if no file causes it. */
  readonly file: string;
  /** Counted from 1, as the columns. */
  readonly line: number;
  readonly column: number;
  /** The column after the last character. */
  readonly endColumn: number;
  /** The fix; empty without one. All of them change one file. */
  readonly edits: readonly TextEdit[];
}

/** The cost of a CEL rule. */
export interface ShownRuleCost {
  /** The path in the schema, such as `.spec.replicas`. */
  readonly path: string;
  readonly rule: string;
  readonly cost: number;
  readonly limit: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The costs of the rules of one version of a CRD. */
export interface ShownCosts {
  readonly title: string;
  readonly rules: readonly ShownRuleCost[];
  readonly total: number;
  readonly limit: number;
}

/** A generated file. */
export interface Output {
  readonly path: string;
  /** The tab that lists it: CRDs, policies and other manifests, or code. */
  readonly kind: 'crd' | 'policy' | 'manifest' | 'code';
}

/** The result of a compilation. */
export interface CompileAnswer {
  readonly problems: readonly Problem[];
  /** All generated files; empty if there are errors. */
  readonly outputs: readonly Output[];
  /** The texts of CRDs and policies, by path. The others are read when they are shown. */
  readonly texts: Readonly<Record<string, string>>;
  /** Of the last types without errors, as the conversions. */
  readonly costs: readonly ShownCosts[];
  readonly conversions: readonly RenamingConversion[];
}

/** Types that were made from CRDs, or what is wrong with these. */
export interface ImportAnswer {
  readonly files: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** The functions of the worker that compiles. */
export interface CompilerCalls {
  compile(files: Readonly<Record<string, string>>): CompileAnswer;
  /** The text of a file of the last compilation. */
  output(path: string): string | undefined;
  /** Makes types from CRDs and OpenAPI documents. */
  importTypes(text: string): ImportAnswer;
  /** The markers, arguments or values that may follow at a column of a line, counted from 0. */
  completeMarker(line: string, column: number): MarkerCompletions | undefined;
  /** The marker at a column of a line. */
  markerAt(line: string, column: number): FoundMarker | undefined;
}
