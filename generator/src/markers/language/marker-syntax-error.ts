import type { FindingCode } from '../../findings/code.js';
import type { Mend } from '../../findings/finding.js';

/** The marker's text breaks the grammar at `offset`. */
export class MarkerSyntaxError extends Error {
  override readonly name = 'MarkerSyntaxError';
  readonly code: FindingCode;
  readonly offset: number;
  /** The change at the offset that mends it. */
  readonly mend: Pick<Mend, 'old' | 'text'> | undefined;

  constructor(
    code: FindingCode,
    message: string,
    offset: number,
    mend?: Pick<Mend, 'old' | 'text'>,
  ) {
    super(message);
    this.code = code;
    this.offset = offset;
    this.mend = mend;
  }
}
