import type { Fix } from '../diagnostics/diagnostic.js';
import type { SourceEditor, TextEdit } from './source-editor.js';
import { isRuntimeType } from './runtime-types.js';

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
