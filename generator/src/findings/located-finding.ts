import { join } from 'node:path';
import type { SourceSet } from '../load/source.js';
import type { Finding, SourcePosition } from './finding.js';

/** A finding with all that is needed to show it. */
export interface LocatedFinding {
  readonly severity: Finding['severity'];
  readonly code: Finding['code'];
  readonly message: string;
  readonly remedy?: string | undefined;
  /** The file is as the working directory sees it. */
  readonly position?: SourcePosition | undefined;
  /** The whole line of the source that the position is in. */
  readonly sourceLine?: string | undefined;
}

/** Looks up where each finding stands. */
export function locateFindings(findings: readonly Finding[], sources: SourceSet): LocatedFinding[] {
  const lines = new Map<string, string[]>();
  const files = [...sources.files, ...(sources.code ?? [])];
  const lineOf = ({ file, line }: SourcePosition): string | undefined => {
    const text = files.find(({ path }) => path === file)?.text ?? sources.modules?.read(file);
    if (text !== undefined && !lines.has(file)) lines.set(file, text.split(/\r?\n/));
    return lines.get(file)?.[line - 1];
  };
  return findings.map(({ severity, code, message, remedy, position }) => ({
    severity,
    code,
    message,
    remedy,
    position: position && { ...position, file: join(sources.root, position.file) },
    sourceLine: position && lineOf(position),
  }));
}
