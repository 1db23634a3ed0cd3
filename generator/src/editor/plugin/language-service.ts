import { errorMessage } from '@vmgen/base/text';
import type ts from 'typescript';
import { DIAGNOSTICS } from '../../diagnostics/registry.js';
import { isInMarker } from '../marker-language.js';
import { mayHaveHover } from '../schema-hover.js';
import {
  changesOf,
  codeFixOf,
  completionDetailsOf,
  completionsOf,
  diagnosticOf,
  isOwnNumber,
  nameOf,
  numberOf,
  quickInfoOf,
  SOURCE,
  type TypeScript,
} from './convert.js';
import { type LayeredService, type PluginInfo, ProjectEditors } from './editors.js';

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
