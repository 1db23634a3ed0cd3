import type ts from 'typescript';
import { errorMessage } from '@vmgen/base/text';
import { DIAGNOSTICS } from '../../diagnostics/registry.js';
import { isInMarker, type MarkerOption } from '../marker-language.js';
import { mayHaveHover } from '../schema-hover.js';
import { type LayeredService, type PluginInfo, ProjectEditors, slashed } from './editors.js';
import type {
  EditorCompletions,
  EditorDiagnostic,
  EditorEdit,
  EditorFix,
  EditorHover,
} from '../editor-data.js';
import { fenced, inCode } from '../markdown.js';
import { pageOf } from '../page-of.js';

/** The parts of tsserver's module that the plugin uses. */
type TypeScript = Pick<typeof ts, 'DiagnosticCategory' | 'ScriptElementKind'>;

/** The source and the fix id of diagnostics. */
const SOURCE = 'vmgen';

/** More than any code of TypeScript, whose fixes would otherwise be offered for a diagnostic of vmgen. */
const FIRST_NUMBER = 1_000_000;

/** Diagnostics of tsserver have numbers: 1004001 is VMGEN4001. */
const numberOf = (code: string): number => FIRST_NUMBER + Number(code.replace(/^VMGEN/, ''));

/** Whether a number is one of {@link numberOf}. */
const isOwnNumber = (code: number): boolean => code > FIRST_NUMBER;

/** @param sourceOf returns a file of the program; undefined if the program does not have it */
function diagnosticOf(
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

function completionsOf(
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

function completionDetailsOf(
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
const nameOf = ({ label }: MarkerOption): string => label.replace(/^\+/, '');

const kindOf = ({ kind }: MarkerOption, kinds: TypeScript['ScriptElementKind']) =>
  ({ marker: kinds.keyword, argument: kinds.memberVariableElement, value: kinds.string })[kind];

/** What is known of a field follows what tsserver knows of it. */
function quickInfoOf(
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

const codeFixOf = ({ title, diagnostic, edits }: EditorFix): ts.CodeFixAction => ({
  fixName: diagnostic.code,
  description: title,
  changes: changesOf(edits),
  fixId: SOURCE,
  fixAllDescription: 'apply all fixes of vmgen in this file',
});

function changesOf(edits: readonly EditorEdit[]): ts.FileTextChanges[] {
  const paths = [...new Set(edits.map(({ path }) => path))];
  return paths.map((path) => ({
    fileName: slashed(path),
    textChanges: edits
      .filter((edit) => edit.path === path)
      .map(({ start, end, text }) => ({ span: { start, length: end - start }, newText: text })),
  }));
}

/** tsserver reports it too. */
const SYNTAX_ERROR = 'VMGEN1001';

/** What an override needs. */
interface Context {
  readonly typescript: TypeScript;
  readonly original: ts.LanguageService;
  readonly editors: ProjectEditors;
  /** The result of the function; the other value if it throws an error, which is logged once. */
  readonly or: <T>(value: T, extend: () => T) => T;
}

/**
 * A language service of tsserver that also knows vmgen: the package `@vmgen/typescript-plugin` returns it. An error of
 * vmgen is logged, and the answer is then that of tsserver.
 *
 * @param typescript the module of tsserver
 */
export function createLanguageService(typescript: TypeScript, info: PluginInfo): LayeredService {
  const original = info.languageService;
  original.endVmgen?.();
  const editors = new ProjectEditors(info);
  const logged = new Set<string>();
  const context: Context = {
    typescript,
    original,
    editors,
    or: (value, extend) => {
      try {
        return extend();
      } catch (error) {
        const message = errorMessage(error);
        if (!logged.has(message)) editors.log((error instanceof Error && error.stack) || message);
        logged.add(message);
        return value;
      }
    },
  };
  return {
    ...original,
    ...diagnosticOverrides(context),
    ...helpOverrides(context),
    ...fixOverrides(context),
    endVmgen: () => editors.close(),
    dispose: () => {
      editors.close();
      original.dispose();
    },
  };
}

type Overrides = Partial<ts.LanguageService>;

function diagnosticOverrides({ typescript, original, editors, or }: Context): Overrides {
  const sourceOf = (path: string): ts.SourceFile | undefined =>
    original.getProgram()?.getSourceFile(path);
  const found = (file: string, areHints: boolean): ts.Diagnostic[] => {
    const diagnostics = editors.editorOf(file)?.diagnostics(file) ?? [];
    return diagnostics
      .filter(({ code, severity }) => code !== SYNTAX_ERROR && (severity === 'info') === areHints)
      .map((diagnostic) => diagnosticOf(typescript, diagnostic, sourceOf));
  };
  const problem = (file: string): ts.Diagnostic[] => {
    const messageText = editors.problemOf(file);
    if (messageText === undefined) return [];
    const { Warning: category } = typescript.DiagnosticCategory;
    const place = { file: sourceOf(file), start: 0, length: 0 };
    return [{ ...place, category, code: 0, source: SOURCE, messageText }];
  };
  return {
    getSemanticDiagnostics: (file) => {
      const own = original.getSemanticDiagnostics(file);
      return or(own, () => withOthers(own, [...problem(file), ...found(file, false)]));
    },
    getSuggestionDiagnostics: (file) => {
      const own = original.getSuggestionDiagnostics(file);
      return or(own, () => withOthers(own, found(file, true) as ts.DiagnosticWithLocation[]));
    },
  };
}

const withOthers = <T>(own: T[], others: readonly T[]): T[] =>
  others.length === 0 ? own : [...own, ...others];

function helpOverrides({ typescript, original, editors, or }: Context): Overrides {
  return {
    getCompletionsAtPosition: (file, position, ...rest) => {
      const own = original.getCompletionsAtPosition(file, position, ...rest);
      // TypeScript completes nothing in the text of comments.
      if (own !== undefined) return own;
      return or(own, () => {
        const editor = editors.editorAt(file, position, isInMarker);
        const found = editor?.completions(file, position);
        return found ? completionsOf(typescript, found) : own;
      });
    },
    getCompletionEntryDetails: (file, position, name, ...rest) => {
      const found = or(undefined, () => {
        const editor = editors.editorAt(file, position, isInMarker);
        const { options = [] } = editor?.completions(file, position) ?? {};
        return options.find((option) => nameOf(option) === name);
      });
      if (found) return completionDetailsOf(typescript, found);
      return original.getCompletionEntryDetails(file, position, name, ...rest);
    },
    getQuickInfoAtPosition: (file, position, ...rest) => {
      const own = original.getQuickInfoAtPosition(file, position, ...rest);
      return or(own, () => {
        const hover = editors.editorAt(file, position, mayHaveHover)?.hover(file, position);
        return hover ? quickInfoOf(typescript, hover, own) : own;
      });
    },
  };
}

function fixOverrides({ original, editors, or }: Context): Overrides {
  const numbers = [...DIAGNOSTICS.keys()].map(numberOf);
  return {
    getSupportedCodeFixes: (...args) => [
      ...new Set([...original.getSupportedCodeFixes(...args), ...numbers.map(String)]),
    ],
    getCodeFixesAtPosition: (file, start, end, codes, ...rest) => {
      const own = original.getCodeFixesAtPosition(file, start, end, codes, ...rest);
      return or(own, () => {
        if (!codes.some(isOwnNumber)) return own;
        const fixes = editors.editorOf(file)?.fixes(file, start, end) ?? [];
        const wanted = fixes.filter(({ diagnostic }) => codes.includes(numberOf(diagnostic.code)));
        return [...own, ...wanted.map(codeFixOf)];
      });
    },
    getCombinedCodeFix: (scope, fixId, ...rest) => {
      if (fixId !== SOURCE) return original.getCombinedCodeFix(scope, fixId, ...rest);
      return or({ changes: [] }, () => {
        const file = scope.fileName;
        return { changes: changesOf(editors.editorOf(file)?.allFixes(file) ?? []) };
      });
    },
  };
}
