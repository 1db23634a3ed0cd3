import { UsageError } from '../../settings/usage-error.js';
import type { CustomResourceDefinition } from '@vmgen/crd';
import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import type { LocatedDiagnostic } from '../../diagnostics/located-diagnostic.js';
import type { DocumentPath } from '../compare/change.js';

/** A CRD, and how to find positions in its source. */
export interface SideCrd {
  readonly crd: CustomResourceDefinition;
  /** Undefined if there is no file, such as for standard input. */
  locate(at: DocumentPath): SourcePosition | undefined;
}

/** One of the two sets that are compared. */
export interface Side {
  /** CRDs by name; empty if there are problems. */
  readonly crds: readonly SideCrd[];
  /** The reasons why the set cannot be used, for the user. */
  readonly problems: readonly string[];
  /** The diagnostics of its types; errors among them are reasons why the set cannot be used. */
  readonly diagnostics: readonly LocatedDiagnostic[];
  /** The folders GROUP/VERSION that the side lacks, such as those of new or removed versions. */
  readonly missing: readonly string[];
}

/** Where a set is from. */
export interface SideSource {
  /** The argument as given: `git:main:config/crd`. */
  readonly name: string;
  /** Undefined for the folder of the APIs of the project. */
  readonly path: string | undefined;
  /** The commit of the path, as any name that git accepts; undefined for the file system. */
  readonly revision: string | undefined;
}

/** The error for an argument without a revision or a path. */
export function incompleteSide(name: string): UsageError {
  const wanted = 'git:REVISION:PATH, or git:REVISION with --groups or in a project with a config';
  return new UsageError(`${JSON.stringify(name)} is incomplete: use ${wanted}`);
}
