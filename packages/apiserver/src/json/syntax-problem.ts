import { errorMessage } from '@vmgen/base/text';

/** Returns the error in invalid JSON. It begins as Go's message for it. */
export function syntaxProblem(error: unknown): string {
  return errorMessage(error).replace(/^body is not JSON: /, '');
}
