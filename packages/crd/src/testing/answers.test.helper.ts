import { readFileSync } from 'node:fs';
import type { FieldError } from '../field/field-error.js';

/** The recorded answers of kube-apiserver, by case. */
export function recorded<Answer = string[]>(name: string): Record<string, Answer> {
  const file = new URL(`../../testdata/recorded/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Answer>;
}

export const textsOf = (errors: readonly FieldError[]): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`).sort();
