import { join } from 'node:path';
import { editsFor } from '../findings/edits-for.js';
import type { Finding, SourcePosition } from '../findings/finding.js';
import type { LocatedFinding } from '../findings/located-finding.js';
import type { SourceSet } from './source.js';

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
    remedy: remedy !== undefined && position ? remedyAt(position.file, remedy) : remedy,
    position: position && seen(position),
    sourceLine: position && lineOf(position),
    related: related?.map(({ label, position: at }) => {
      return { label, position: seen(at), sourceLine: lineOf(at) };
    }),
    edits: editsFor(mend, textOf)?.map((edit) => ({ ...edit, position: seen(edit.position) })),
  }));
}

/** What stands in an installed package is mended beside it. */
function remedyAt(file: string, remedy: string): string {
  const [, name] = /^.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  if (name === undefined) return remedy;
  return `${remedy}; ${name} is a package: say so in an interface of yours that extends its type`;
}
