export type { Change, DocumentPath } from '../diff/compare/change.js';
export type { ChangeClass } from '../diff/definitions/definition.js';
export type { ChangeCode } from '../diff/definitions/registry.js';
export type { LocatedChange } from '../diff/located-change.js';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { compareSides, type LocatedChange } from '../diff/located-change.js';
import type { Side } from '../diff/sides/side.js';

/**
 * The changes from one set of CRDs to another, the most severe first, as `vmgen diff` reports them. Both sets must be
 * valid for an API server, such as those that a compilation returns or that {@link importTypes} accepts.
 */
export const compareCrds = (
  old: readonly CustomResourceDefinition[],
  next: readonly CustomResourceDefinition[],
): LocatedChange[] => compareSides(sideOf(old), sideOf(next));

const sideOf = (crds: readonly CustomResourceDefinition[]): Side => ({
  crds: crds.map((crd) => ({ crd, locate: () => undefined })),
  problems: [],
  diagnostics: [],
  missing: [],
});
