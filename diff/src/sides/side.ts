import type { CustomResourceDefinition } from '@vmgen/crd';
import type { SourcePosition } from '#generator/diagnostics/diagnostic.js';
import type { LocatedDiagnostic } from '#generator/diagnostics/located-diagnostic.js';
import type { DocumentPath } from '../compare/change.js';

/** A CRD, and how places in it are found in what it was made of. */
export interface SideCrd {
  readonly crd: CustomResourceDefinition;
  /** Undefined where there is no file, such as for standard input. */
  locate(at: DocumentPath): SourcePosition | undefined;
}

/** One of the two sets that are compared. */
export interface Side {
  /** One of each name; none where there are problems. */
  readonly crds: readonly SideCrd[];
  /** Why it cannot be used, for people. */
  readonly problems: readonly string[];
  /** What was found in its types; errors among them are why it cannot be used. */
  readonly diagnostics: readonly LocatedDiagnostic[];
  /** The folders GROUP/VERSION that it does not have: those of new versions, or of removed ones. */
  readonly missing: readonly string[];
}

/** Where a set is from. */
export interface SideSource {
  /** As it was given: `git:main:config/crd`. */
  readonly name: string;
  readonly path: string;
  /** The commit that the path is of, by any name that git knows; undefined for the disk. */
  readonly revision: string | undefined;
}
