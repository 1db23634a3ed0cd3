import type { DiagnosticCode } from './code.js';
import type { DiagnosticList } from './diagnostic-list.js';
import type { SourcePosition } from './diagnostic.js';

/** The input is more than can be worked on: told at one place, since the rest stays unknown. */
export class BeyondBoundsError extends Error {
  override readonly name = 'BeyondBoundsError';
  readonly code: DiagnosticCode;
  readonly position: SourcePosition;
  readonly remedy: string;

  constructor(code: DiagnosticCode, position: SourcePosition, message: string, remedy: string) {
    super(message);
    this.code = code;
    this.position = position;
    this.remedy = remedy;
  }
}

/**
 * Runs the work on what stands at `position`. Bounds of our own keep recursion and growth far from those
 * of the machine; where one is missing and the stack ends, or a text gets longer than there may be, the
 * innermost place is told.
 *
 * @throws BeyondBoundsError
 */
export function boundedAt<T>(position: SourcePosition, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'what stands here is nested too deep, or too large, to be read';
    throw new BeyondBoundsError('VMGEN4106', position, message, 'nest it less, or split it');
  }
}

/** What the work makes; undefined, with a diagnostic, where it goes beyond bounds. */
export function orDiagnostic<T>(diagnostics: DiagnosticList, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BeyondBoundsError)) throw error;
    diagnostics.error(error.code, error.position, error.message, error.remedy);
    return undefined;
  }
}
