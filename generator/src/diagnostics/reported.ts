import { DiagnosticList } from './diagnostic-list.js';

/** The result of a computation that is kept, with everything that the computation reported. */
export interface Reported<T> {
  readonly value: T;
  readonly reports: DiagnosticList;
}

/** Runs a computation with a list of its own. */
export function reported<T>(compute: (diagnostics: DiagnosticList) => T): Reported<T> {
  const reports = new DiagnosticList();
  return { value: compute(reports), reports };
}

/** Adds what a computation reported to the diagnostics of a run; returns its result. */
export function resultOf<T>({ value, reports }: Reported<T>, diagnostics: DiagnosticList): T {
  diagnostics.include(reports);
  return value;
}

/**
 * Returns the function that runs a computation once per object, and reports its diagnostics each time. The
 * result must depend only on the object.
 */
export function oncePer<K extends object, T>(
  compute: (key: K, diagnostics: DiagnosticList) => T,
): (key: K, diagnostics: DiagnosticList) => T {
  const known = new WeakMap<K, Reported<T>>();
  return (key, diagnostics) => {
    const result = known.get(key) ?? reported((reports) => compute(key, reports));
    known.set(key, result);
    return resultOf(result, diagnostics);
  };
}
