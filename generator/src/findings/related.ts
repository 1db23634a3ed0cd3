import type { FindingDetails, SourcePosition } from './finding.js';

/** Another place that a finding is about, where it is known. */
export const relatedTo = (position: SourcePosition | undefined, label: string): FindingDetails =>
  position ? { related: [{ position, label }] } : {};

export const firstAt = (position: SourcePosition): FindingDetails =>
  relatedTo(position, 'the first is here');

export const otherAt = (position: SourcePosition | undefined): FindingDetails =>
  relatedTo(position, 'the other is here');
