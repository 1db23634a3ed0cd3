import type { DiagnosticCode } from './code.js';
import type { DiagnosticList } from './diagnostic-list.js';
import type { SourcePosition } from './diagnostic.js';

/** The input exceeds a limit: reported at one position, since the rest stays unknown. */
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
 * Runs work on the declaration at `position`. Explicit limits keep recursion and growth far below the limits
 * of the machine; where a limit is missing and the stack overflows or a string becomes too long, the
 * innermost position is reported.
 *
 * @throws BeyondBoundsError
 */
export function boundedAt<T>(position: SourcePosition, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'this declaration is nested too deeply or is too large to be processed';
    throw new BeyondBoundsError('VMGEN4103', position, message, 'reduce the nesting, or split it');
  }
}

/** The result of the work; undefined, with a diagnostic, if it exceeds a limit. */
export function orDiagnostic<T>(diagnostics: DiagnosticList, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BeyondBoundsError)) throw error;
    diagnostics.error(error.code, error.position, error.message, error.remedy);
    return undefined;
  }
}
