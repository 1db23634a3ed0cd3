import type { DiagnosticCode } from '../../diagnostics/code.js';

/** Replaces the text at an offset of the marker. */
interface MarkerChange {
  readonly old: string;
  readonly text: string;
}

/** A syntax error in the text of a marker, at `offset`. */
export class MarkerSyntaxError extends Error {
  override readonly name = 'MarkerSyntaxError';
  readonly code: DiagnosticCode;
  readonly offset: number;
  /** The change at the offset that fixes it. */
  readonly change: MarkerChange | undefined;

  constructor(code: DiagnosticCode, message: string, offset: number, change?: MarkerChange) {
    super(message);
    this.code = code;
    this.offset = offset;
    this.change = change;
  }
}
