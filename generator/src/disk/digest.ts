import { hash } from 'node:crypto';

/** A digest that differs when the content does. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url');
}
