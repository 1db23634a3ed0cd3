import { VmgenError } from '../errors/vmgen-error.js';

/** The boundary where JSON becomes the caller's type: the server's word is taken for its shape. */
export function readBody<R>(text: string, parse: (text: string) => unknown = JSON.parse): R {
  try {
    return parse(text) as R;
  } catch (cause) {
    throw new VmgenError(
      'ERR_VMGEN_ANSWER',
      `the API server's answer is not JSON: ${text.slice(0, 80)}`,
      { cause },
    );
  }
}
