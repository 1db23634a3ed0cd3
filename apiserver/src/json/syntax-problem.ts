import { errorMessage } from '@vmgen/base/text';
import { goJsonProblem } from '@vmgen/base/json';

/** What is wrong with a text that is not JSON, in the words of Go where it has words for that. */
export function syntaxProblem(error: unknown, text: string): string {
  return goJsonProblem(text) ?? errorMessage(error).replace(/^body is not JSON: /, '');
}
