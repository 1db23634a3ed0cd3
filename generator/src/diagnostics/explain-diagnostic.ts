import type { DiagnosticDefinition } from './definitions/definition.js';

/** The complete description of a diagnostic, for a terminal. */
export function explainDiagnostic(
  code: string,
  { name, title, why, example }: DiagnosticDefinition,
): string {
  const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');
  return [
    `${code} (${name}): ${title}`,
    why,
    `${example.place === 'shell' ? 'Example' : 'Incorrect'}:`,
    indented(example.wrong),
    `${example.place === 'shell' ? 'Instead' : 'Right'}:`,
    indented(example.right),
  ].join('\n\n');
}
