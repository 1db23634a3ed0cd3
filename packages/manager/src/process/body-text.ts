import type { TransportRequest } from '@vmgen/runtime';

/** Returns the body of a request as a text, which is empty without a body. */
export function bodyText(body: TransportRequest['body'] = ''): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

/** Returns the object that a text contains as JSON; undefined if it contains none, such as YAML, protobuf or a text. */
export function jsonObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
