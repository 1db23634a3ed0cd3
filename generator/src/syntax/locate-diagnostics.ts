import { join } from '../text/paths.js';
import type { Diagnostic, Edit, Fix, SourcePosition } from '../diagnostics/diagnostic.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { SourceEditor } from './source-editor.js';
import type { SourceSet } from './source.js';
import { LineMap } from '../text/line-map.js';
import { editsFor } from './edits-for.js';

/** Adds the source line and the edits of the fix to each diagnostic. */
export function locateDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: SourceSet,
): LocatedDiagnostic[] {
  const files = new SourceTexts(sources);
  const seen = (position: SourcePosition): SourcePosition => ({
    ...position,
    file: join(sources.root, position.file),
  });
  return diagnostics.map(({ severity, code, message, remedy, position, related, fix }) => ({
    severity,
    code,
    message,
    remedy: remedy !== undefined && position ? remedyAt(position.file, remedy) : remedy,
    position: position && seen(position),
    sourceLine: position && files.lineOf(position),
    related: related?.map(({ label, position: at }) => {
      return { label, position: seen(at), sourceLine: files.lineOf(at) };
    }),
    edits: fix && files.editsOf(fix)?.map((edit) => ({ ...edit, position: seen(edit.position) })),
  }));
}

/** The files that diagnostics are about, each split into lines and parsed once. */
class SourceTexts {
  readonly #sources: SourceSet;
  readonly #lines = new Map<string, LineMap | undefined>();
  readonly #editors = new Map<string, SourceEditor | undefined>();

  constructor(sources: SourceSet) {
    this.#sources = sources;
  }

  lineOf({ file, line }: SourcePosition): string | undefined {
    if (!this.#lines.has(file)) {
      const text = this.#textOf(file);
      this.#lines.set(file, text === undefined ? undefined : new LineMap(text));
    }
    return this.#lines.get(file)?.textOf(line);
  }

  editsOf(fix: Fix): Edit[] | undefined {
    const { file } = fix.position;
    if (!this.#editors.has(file)) {
      const text = this.#textOf(file);
      this.#editors.set(file, text === undefined ? undefined : new SourceEditor(file, text));
    }
    const editor = this.#editors.get(file);
    return (
      editor &&
      editsFor(fix, editor)?.map(({ start, end, text, imports }) => ({
        position: { file, ...editor.lines.placeOf(start) },
        end: editor.lines.placeOf(end),
        offset: start,
        length: end - start,
        text,
        imports,
      }))
    );
  }

  #textOf(file: string): string | undefined {
    const { files, code = [], modules } = this.#sources;
    const found = files.find(({ path }) => path === file) ?? code.find(({ path }) => path === file);
    return found?.text ?? modules?.read(file);
  }
}

/** Types of an installed package must be changed by an interface that extends them. */
function remedyAt(file: string, remedy: string): string {
  const [, name] = /^.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  if (name === undefined) return remedy;
  return `${remedy}; ${name} is a package: change this in an interface that extends its type`;
}
