import { errorMessage } from '@vmgen/crd/internal';

/** What is wrong with a text that is no JSON; of one that ends too early in the words of Go. */
export function syntaxProblem(error: unknown): string {
  return errorMessage(error)
    .replace(/^body is not JSON: /, '')
    .replace(/^Unexpected end of JSON input$/, 'unexpected end of JSON input');
}
