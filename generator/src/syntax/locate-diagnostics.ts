import { join } from '../text/paths.js';
import type { Diagnostic, Edit, Fix, SourcePosition } from '../diagnostics/diagnostic.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { SourceEditor, type TextEdit } from './source-editor.js';
import type { SourceSet } from './source.js';
import { LineMap } from '../text/line-map.js';
import { isRuntimeType } from './runtime-types.js';

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

/** Returns the edits of a fix in its file; undefined if the file is not as the fix expects. */
export function editsFor(fix: Fix, editor: SourceEditor): readonly TextEdit[] | undefined {
  if (!editor.isSound) return undefined;
  const at = editor.lines.offsetOf(fix.position);
  switch (fix.how) {
    case 'rename':
      return renamed(fix, at, editor);
    case 'rename-member':
      return withText(editor.member(at, fix.old), fix.text);
    case 'rename-literal':
      return withText(editor.literal(at, fix.old), fix.text);
    case 'make-optional':
    case 'make-required':
      return each(editor.optional(at, fix.how === 'make-optional'));
    case 'export':
      return editor.exported(fix.name);
    case 'rewrite-comment':
      return rewritten(fix, at, editor);
    case 'rewrite-value':
      return rewrittenValue(fix, at, editor);
    case 'add-marker':
      return markerAbove(fix.text, at, editor);
    case 'move-to-top':
      return movedToTop(at, editor);
  }
}

const each = (edit: TextEdit | undefined): TextEdit[] | undefined => edit && [edit];

const withText = (edit: TextEdit | undefined, text: string): TextEdit[] | undefined =>
  edit && [{ ...edit, text }];

function renamed(
  { old, text, isOfRuntime }: Extract<Fix, { how: 'rename' }>,
  at: number,
  editor: SourceEditor,
): TextEdit[] | undefined {
  const word = editor.word(at, old);
  if (!word || !isOfRuntime || !isRuntimeType(text)) return withText(word, text);
  const name = editor.runtimeType(text);
  if (!name) return undefined;
  return name.local === old ? [...name.edits] : [...name.edits, { ...word, text: name.local }];
}

interface Rewriting {
  readonly old: string;
  readonly text: string;
}

function rewritten({ old, text }: Rewriting, at: number, editor: SourceEditor) {
  const end = editor.commentAt(at)?.end ?? 0;
  if (at + old.length > end || !editor.text.startsWith(old, at)) return undefined;
  return [{ start: at, end: at + old.length, text }];
}

/** Text that occurs exactly once, and not within a word, between the `=` of a marker and the end of its line. */
function rewrittenValue({ old, text }: Rewriting, at: number, editor: SourceEditor) {
  const end = editor.commentAt(at)?.end ?? 0;
  const [marker = ''] = /^.*/.exec(editor.text.slice(at, end)) ?? [];
  const from = marker.indexOf('=');
  if (from < 0) return undefined;
  const places: number[] = [];
  for (let i = marker.indexOf(old, from); i >= 0; i = marker.indexOf(old, i + 1)) {
    const around = [marker.slice(i - 1, i + 1), marker.slice(i + old.length - 1).slice(0, 2)];
    if (!around.some((pair) => /^[\w-]{2}$/.test(pair))) places.push(i);
  }
  const [index, ...others] = places;
  if (index === undefined || others.length > 0) return undefined;
  return [{ start: at + index, end: at + index + old.length, text }];
}

/** Characters that end a line in TypeScript but not in editors. */
const ODD_END = /[\r\u2028\u2029]/;

/** A line like that of the marker; above a single-line comment, a separate line. */
function markerAbove(text: string, at: number, editor: SourceEditor): TextEdit[] | undefined {
  const start = editor.lines.startOf(editor.lines.placeOf(at).line);
  const before = editor.text.slice(start, at);
  const [, indent, sign] = /^(\s*)(\/\/|\*|\/\*\*)\s*$/.exec(before) ?? [];
  if (indent === undefined || ODD_END.test(before) || !editor.commentAt(at)) return undefined;
  const lead = sign === '/**' ? `${indent}// ` : before;
  return [{ start, end: start, text: `${lead}${text}${editor.lineEnd}` }];
}

/** Removes a comment line that contains only a marker, and inserts the marker at the start of the file. */
function movedToTop(at: number, editor: SourceEditor): TextEdit[] | undefined {
  const { line } = editor.lines.placeOf(at);
  const [start, end] = [editor.lines.startOf(line), editor.lines.startOf(line + 1)];
  const whole = editor.lines.textOf(line) ?? '';
  const [, marker] = /^\s*(?:\/\/|\*|\/\*\*)\s*(\+.*?)\s*(?:\*\/)?\s*$/.exec(whole) ?? [];
  const comment = editor.commentAt(at);
  if (marker === undefined || !comment || ODD_END.test(whole)) return undefined;
  // A multi-line comment would lose its start or end.
  if (/^\s*\/\*\*/.test(whole) !== /\*\/\s*$/.test(whole)) return undefined;
  const top = editor.topOffset();
  const { lineEnd } = editor;
  return [
    { start: top, end: top, text: `// ${marker}${lineEnd}${lineEnd}` },
    { start, end, text: '' },
  ];
}
