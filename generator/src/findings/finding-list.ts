import type { FindingCode } from './code.js';
import type { Finding, FindingDetails, SourcePosition } from './finding.js';

/** Collects the findings of one run, so that they are printed all together. */
export class FindingList {
  readonly #findings = new Map<string, Finding>();

  /** A finding that keeps anything from being written. The same finding counts once. */
  error(
    code: FindingCode,
    position: SourcePosition | undefined,
    message: string,
    remedy?: string,
    { related, edits }: FindingDetails = {},
  ): void {
    this.#add({ severity: 'error', code, position, message, remedy, related, edits });
  }

  /** A finding that is told and changes nothing (unless the run is strict). */
  warning(
    code: FindingCode,
    position: SourcePosition | undefined,
    message: string,
    remedy?: string,
    { related, edits }: FindingDetails = {},
  ): void {
    this.#add({ severity: 'warning', code, position, message, remedy, related, edits });
  }

  /** Whether anything found keeps output from being made; a strict run takes no warnings either. */
  refuses(isStrict: boolean): boolean {
    return [...this.#findings.values()].some(({ severity }) => isStrict || severity === 'error');
  }

  /** By file, line and column. */
  sorted(): Finding[] {
    return [...this.#findings.values()].sort(compareFindings);
  }

  #add(finding: Finding): void {
    const { position, message } = finding;
    const place = position && `${position.file}:${position.line}:${position.column}`;
    const key = `${place}:${message}`;
    if (!this.#findings.has(key)) this.#findings.set(key, finding);
  }
}

function compareFindings(a: Finding, b: Finding): number {
  if (!a.position || !b.position) return Number(Boolean(a.position)) - Number(Boolean(b.position));
  if (a.position.file !== b.position.file) return a.position.file < b.position.file ? -1 : 1;
  return a.position.line - b.position.line || a.position.column - b.position.column;
}
