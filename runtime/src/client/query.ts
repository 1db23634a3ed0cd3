import { VmgenError } from '../errors/vmgen-error.js';

type QueryValue = string | number | boolean | undefined;

/** `?a=1&b=x`, percent-encoded, without what is undefined; empty where nothing is left. */
export function encodeQuery(parameters: Readonly<Record<string, QueryValue>>): string {
  let query = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    query += `${query === '' ? '?' : '&'}${encodeParameter(name, value)}`;
  }
  return query;
}

/** `a=x`, percent-encoded. */
export function encodeParameter(name: string, value: string | number | boolean): string {
  try {
    return `${name}=${encodeURIComponent(value)}`;
  } catch (cause) {
    const message = `${name} may not contain half of a character: ${JSON.stringify(value)}`;
    throw new VmgenError('ERR_VMGEN_ARGUMENT', message, { cause });
  }
}
