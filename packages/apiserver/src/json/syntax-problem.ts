import { errorMessage } from '@vmgen/base/text';
import { goJsonProblem } from '@vmgen/base/json';

/** Returns the error in invalid JSON, with Go's message if it has an equivalent. */
export function syntaxProblem(error: unknown, text: string): string {
  return goJsonProblem(text) ?? errorMessage(error).replace(/^body is not JSON: /, '');
}
