import { VmgenError } from '../errors/vmgen-error.js';

type QueryValue = string | number | boolean | undefined;

/** Returns `?a=1&b=x`, percent-encoded, without undefined parameters. Empty without parameters. */
export function encodeQuery(parameters: Readonly<Record<string, QueryValue>>): string {
  let query = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    query += `${query === '' ? '?' : '&'}${encodeParameter(name, value)}`;
  }
  return query;
}

/** Returns `a=x`, percent-encoded. */
export function encodeParameter(name: string, value: string | number | boolean): string {
  try {
    return `${name}=${encodeURIComponent(value)}`;
  } catch (cause) {
    const message = `${name} may not contain a lone surrogate: ${JSON.stringify(value)}`;
    throw new VmgenError('ERR_VMGEN_ARGUMENT', message, { cause });
  }
}
