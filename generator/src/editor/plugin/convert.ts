import type ts from 'typescript';
import type {
  EditorCompletions,
  EditorDiagnostic,
  EditorEdit,
  EditorFix,
  EditorHover,
} from '../editor-data.js';
import { fenced, inCode } from '../markdown.js';
import type { MarkerOption } from '../marker-language.js';
import { pageOf } from '../page-of.js';
import { slashed } from './editors.js';

/** The parts of tsserver's module that the plugin uses. */
export type TypeScript = Pick<typeof ts, 'DiagnosticCategory' | 'ScriptElementKind'>;

/** The source and the fix id of diagnostics. */
export const SOURCE = 'vmgen';

/** More than any code of TypeScript, whose fixes would otherwise be offered for a diagnostic of vmgen. */
const FIRST_NUMBER = 1_000_000;

/** Diagnostics of tsserver have numbers: 1004001 is VMGEN4001. */
export const numberOf = (code: string): number => FIRST_NUMBER + Number(code.replace(/^VMGEN/, ''));

/** Whether a number is one of {@link numberOf}. */
export const isOwnNumber = (code: number): boolean => code > FIRST_NUMBER;

/** @param sourceOf returns a file of the program; undefined if the program does not have it */
export function diagnosticOf(
  { DiagnosticCategory }: TypeScript,
  { severity, code, message, remedy, related, ...range }: EditorDiagnostic,
  sourceOf: (path: string) => ts.SourceFile | undefined,
): ts.Diagnostic {
  const file = sourceOf(range.path);
  const categories = {
    error: DiagnosticCategory.Error,
    warning: DiagnosticCategory.Warning,
    info: DiagnosticCategory.Suggestion,
  };
  const fix = remedy === '' ? '' : `; ${remedy}`;
  return {
    file,
    ...spanIn(file, range),
    category: categories[severity],
    code: numberOf(code),
    source: SOURCE,
    messageText: `${message}${fix}\n${code}: ${pageOf(code)}`,
    relatedInformation: related.flatMap(({ message: messageText, ...place }) => {
      const other = sourceOf(place.path);
      const { Message: category } = DiagnosticCategory;
      return other
        ? [{ file: other, ...spanIn(other, place), category, code: 0, messageText }]
        : [];
    }),
  };
}

/** A file that is not text has no content for vmgen. */
function spanIn(
  file: ts.SourceFile | undefined,
  { start, end }: Pick<EditorEdit, 'start' | 'end'>,
) {
  const length = file?.text.length ?? Infinity;
  const from = Math.min(start, length);
  return { start: from, length: Math.min(end, length) - from };
}

export function completionsOf(
  { ScriptElementKind }: TypeScript,
  { start, end, options }: EditorCompletions,
): ts.CompletionInfo {
  const replacementSpan = { start, length: end - start };
  return {
    isGlobalCompletion: false,
    isMemberCompletion: false,
    isNewIdentifierLocation: false,
    entries: options.map((option, index) => ({
      name: nameOf(option),
      insertText: option.text,
      kind: kindOf(option, ScriptElementKind),
      sortText: String(index).padStart(4, '0'),
      replacementSpan,
      ...(option.detail !== '' && { labelDetails: { description: option.detail } }),
    })),
  };
}

export function completionDetailsOf(
  { ScriptElementKind }: TypeScript,
  option: MarkerOption,
): ts.CompletionEntryDetails {
  const { label, detail, info } = option;
  const documentation = option.kind === 'marker' ? fenced(info, 'text') : info;
  return {
    name: nameOf(option),
    kind: kindOf(option, ScriptElementKind),
    kindModifiers: '',
    displayParts: textOf(detail === '' ? label : `${label}: ${detail}`),
    documentation: textOf(documentation),
  };
}

/** Editors compare it with the replaced text, which begins after the `+`. */
export const nameOf = ({ label }: MarkerOption): string => label.replace(/^\+/, '');

const kindOf = ({ kind }: MarkerOption, kinds: TypeScript['ScriptElementKind']) =>
  ({ marker: kinds.keyword, argument: kinds.memberVariableElement, value: kinds.string })[kind];

/** What is known of a field follows what tsserver knows of it. */
export function quickInfoOf(
  { ScriptElementKind }: TypeScript,
  { start, end, title, markdown }: EditorHover,
  original: ts.QuickInfo | undefined,
): ts.QuickInfo {
  if (original === undefined) {
    return {
      kind: ScriptElementKind.unknown,
      kindModifiers: '',
      textSpan: { start, length: end - start },
      displayParts: textOf(title),
      documentation: textOf(markdown),
    };
  }
  const { documentation = [] } = original;
  const gap = documentation.length === 0 ? '' : '\n\n';
  return {
    ...original,
    documentation: [...documentation, ...textOf(`${gap}${inCode(title)}\n\n${markdown}`)],
  };
}

const textOf = (text: string): ts.SymbolDisplayPart[] =>
  text === '' ? [] : [{ kind: 'text', text }];

export const codeFixOf = ({ title, diagnostic, edits }: EditorFix): ts.CodeFixAction => ({
  fixName: diagnostic.code,
  description: title,
  changes: changesOf(edits),
  fixId: SOURCE,
  fixAllDescription: 'apply all fixes of vmgen in this file',
});

export function changesOf(edits: readonly EditorEdit[]): ts.FileTextChanges[] {
  const paths = [...new Set(edits.map(({ path }) => path))];
  return paths.map((path) => ({
    fileName: slashed(path),
    textChanges: edits
      .filter((edit) => edit.path === path)
      .map(({ start, end, text }) => ({ span: { start, length: end - start }, newText: text })),
  }));
}
