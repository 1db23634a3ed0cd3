import type { DiagnosticDetails, SourcePosition } from './diagnostic.js';

/** Another position that a diagnostic refers to, if it is known. */
export const relatedTo = (
  position: SourcePosition | undefined,
  label: string,
): DiagnosticDetails => (position ? { related: [{ position, label }] } : {});

export const firstAt = (position: SourcePosition): DiagnosticDetails =>
  relatedTo(position, 'the first is here');

export const otherAt = (position: SourcePosition | undefined): DiagnosticDetails =>
  relatedTo(position, 'the other one is here');
