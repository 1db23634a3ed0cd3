import { annotate } from '../markers/annotation.js';
import { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { parseComments } from '../syntax/parse-comments.js';
import { parseModule } from '../syntax/parse-module.js';
import type { DeclarationSyntax } from '../syntax/syntax.js';
import { storageVersionMarker } from '../markers/definitions/resource.js';
import type { MarkerDefinition, MarkerUse } from '../markers/language/definition.js';
import { type MarkerText, splitComment } from '../markers/language/marker-text.js';
import { parseMarker } from '../markers/parse-marker.js';
import { createMarkerRegistry } from '../markers/registry.js';
import { UsageError } from '../settings/usage-error.js';
import type { OutputFile } from '../write/plan-write.js';

/** A kind that a file of an API declares. */
export interface DeclaredKind {
  readonly name: string;
  /** The line of its declaration, from 1. */
  readonly line: number;
  readonly markers: readonly MarkerUse[];
}

/** The names of the types that a file declares, and those of them that are kinds. */
interface Declared {
  readonly types: readonly string[];
  readonly kinds: readonly DeclaredKind[];
}

/**
 * Reads the declarations of a file. Kinds are interfaces with `metadata: ObjectMeta`.
 *
 * @throws UsageError for a file with a syntax error
 */
export function declaredIn({ path, text }: OutputFile): Declared {
  const { declarations, problems } = parseModule(path, text);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new UsageError(
      `fix the syntax error in ${path}:${problem.position.line} first: ${problem.message}`,
    );
  }
  const registry = createMarkerRegistry();
  const all = [...declarations.values()];
  const kinds = all.filter(isKind).map(({ name, position, comments }) => {
    const { markers } = annotate(comments, ['kind', 'type'], registry, new DiagnosticList());
    return { name, line: position.line, markers };
  });
  return { types: all.map(({ name }) => name), kinds };
}

function isKind(declaration: DeclarationSyntax): boolean {
  if (declaration.kind !== 'interface' || !declaration.isExported) return false;
  const { fields } = declaration.body;
  const metadata = fields.find(({ name }) => name === 'metadata')?.type;
  const isObject = declaration.extends.length > 0 || fields.some(({ name }) => name === 'kind');
  return isObject && metadata?.kind === 'reference' && /(?:^|\.)ObjectMeta$/.test(metadata.name);
}

/** A marker of any comment of a file. */
interface PlacedMarker {
  readonly text: MarkerText;
  readonly definition: MarkerDefinition | undefined;
  readonly use: MarkerUse | undefined;
}

function placedMarkers({ path, text }: OutputFile): PlacedMarker[] {
  const registry = createMarkerRegistry();
  const texts = parseComments(path, text).comments.flatMap((each) => splitComment(each).markers);
  return texts.map((marker) => {
    const { use, refused } = parseMarker(marker, registry, new DiagnosticList());
    return { text: marker, definition: use?.definition ?? refused, use };
  });
}

/** The markers of all comments of a file. */
export const markersIn = (file: OutputFile): MarkerUse[] =>
  placedMarkers(file).flatMap(({ use }) => use ?? []);

/** The text of a file for another version: without the markers that only one version has. */
export function textForVersion(file: OutputFile): string {
  const lines = file.text.split('\n');
  const removed = new Set<number>();
  for (const { text, definition } of placedMarkers(file)) {
    if (definition?.isOfOneVersion !== true) continue;
    let index = text.position.line - 1;
    const end = index + text.text.split('\n').length;
    for (; index < end; index++) {
      const line = lines[index] ?? '';
      const [rest] = /^\s*\/\*\*(?!.*\*\/)|\s*\*\/\s*$/.exec(line) ?? [];
      // The first or the last line of a longer comment.
      if (rest !== undefined && !/^\s*\/\*\*.*\*\//.test(line)) lines[index] = rest;
      else removed.add(index);
    }
    // Empty lines of comments separate groups of markers.
    for (; /^\s*\/\/\s*$/.test(lines[index] ?? ''); index++) removed.add(index);
  }
  return lines.filter((_, index) => !removed.has(index)).join('\n');
}

/** The text of a file in which kinds have the marker of the storage version. */
export function textWithStorage(file: OutputFile, kinds: readonly DeclaredKind[]): string {
  const places = new Set(kinds.map(({ line }) => line - 1));
  const marker = `// +${storageVersionMarker.name}`;
  return file.text
    .split('\n')
    .flatMap((line, index) =>
      places.has(index) ? [line.endsWith('\r') ? `${marker}\r` : marker, line] : [line],
    )
    .join('\n');
}
