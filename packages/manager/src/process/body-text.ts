import type { TransportRequest } from '@vmgen/runtime';

/** Returns the body of a request as a text, which is empty without a body. */
export function bodyText(body: TransportRequest['body'] = ''): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}
