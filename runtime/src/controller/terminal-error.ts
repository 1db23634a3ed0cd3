/**
 * A failure that trying again cannot mend, such as a spec that can never be satisfied. The key is
 * forgotten until its object changes.
 */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}
