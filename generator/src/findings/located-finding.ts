import { join } from 'node:path';
import type { SourceSet } from '../load/source.js';
import { editsFor } from './edits-for.js';
import type { Edit, Finding, SourcePosition } from './finding.js';

/** A place with its source; the file is as the working directory sees it. */
export interface LocatedPlace {
  readonly position?: SourcePosition | undefined;
  /** The whole line of the source that the position is in. */
  readonly sourceLine?: string | undefined;
}

/** A related place with its source. */
export interface LocatedRelation extends LocatedPlace {
  readonly label: string;
}

/** A finding with all that is needed to show it. */
export interface LocatedFinding extends LocatedPlace {
  readonly severity: Finding['severity'];
  readonly code: Finding['code'];
  readonly message: string;
  readonly remedy?: string | undefined;
  readonly related?: readonly LocatedRelation[] | undefined;
  /** The files are as the working directory sees them. */
  readonly edits?: readonly Edit[] | undefined;
}

/** Looks up where each finding stands. */
export function locateFindings(findings: readonly Finding[], sources: SourceSet): LocatedFinding[] {
  const lines = new Map<string, string[]>();
  const files = [...sources.files, ...(sources.code ?? [])];
  const textOf = (file: string): string | undefined =>
    files.find(({ path }) => path === file)?.text ?? sources.modules?.read(file);
  const lineOf = ({ file, line }: SourcePosition): string | undefined => {
    const text = textOf(file);
    if (text !== undefined && !lines.has(file)) lines.set(file, text.split(/\r?\n/));
    return lines.get(file)?.[line - 1];
  };
  const seen = (position: SourcePosition): SourcePosition => ({
    ...position,
    file: join(sources.root, position.file),
  });
  return findings.map(({ severity, code, message, remedy, position, related, mend }) => ({
    severity,
    code,
    message,
    remedy,
    position: position && seen(position),
    sourceLine: position && lineOf(position),
    related: related?.map(({ label, position: at }) => {
      return { label, position: seen(at), sourceLine: lineOf(at) };
    }),
    edits: editsFor(mend, textOf)?.map((edit) => ({ ...edit, position: seen(edit.position) })),
  }));
}
