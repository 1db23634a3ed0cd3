import type {
  CodeAction,
  CompletionItemKind,
  CompletionList,
  Diagnostic,
  DiagnosticSeverity,
  Hover,
  MarkupContent,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import type {
  EditorCompletions,
  EditorDiagnostic,
  EditorEdit,
  EditorFix,
  EditorHover,
  EditorProblem,
  EditorRange,
} from '../editor-data.js';
import { fenced, plainText } from '../markdown.js';
import type { MarkerOption } from '../marker-language.js';
import { pageOf } from '../page-of.js';
import type { ClientSettings } from './client-settings.js';
import type { DocumentText } from './document-text.js';

/** The kind of an action that removes all diagnostics that have fixes. */
export const FIX_ALL = 'source.fixAll.vmgen';
const SOURCE = 'vmgen';

const SEVERITIES: Readonly<Record<EditorProblem['severity'], DiagnosticSeverity>> = {
  error: 1,
  warning: 2,
  info: 3,
};
const KINDS: Readonly<Record<MarkerOption['kind'], CompletionItemKind>> = {
  marker: 14,
  argument: 10,
  value: 20,
};
const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** A file as the client knows it. */
export interface ShownFile {
  readonly uri: string;
  readonly text: DocumentText;
  /** Undefined if it is not open. */
  readonly version: number | undefined;
}

/** Converts what an editor service returns to the protocol. */
export class Answers {
  readonly #fileAt: (path: string) => ShownFile | undefined;
  readonly #acceptsRelated: boolean;
  readonly #acceptsDocumentChanges: boolean;
  readonly #acceptsMarkdown: boolean;

  /** @param fileAt returns the file at a path; undefined if it cannot be read */
  constructor(
    fileAt: (path: string) => ShownFile | undefined,
    { acceptsRelated, acceptsDocumentChanges, acceptsMarkdown }: ClientSettings,
  ) {
    this.#fileAt = fileAt;
    this.#acceptsRelated = acceptsRelated;
    this.#acceptsDocumentChanges = acceptsDocumentChanges;
    this.#acceptsMarkdown = acceptsMarkdown;
  }

  diagnostic(diagnostic: EditorDiagnostic): Diagnostic {
    const related = diagnostic.related.flatMap(({ message, ...place }) => {
      const file = this.#fileAt(place.path);
      return file
        ? [{ message, location: { uri: file.uri, range: rangeIn(file.text, place) } }]
        : [];
    });
    return {
      ...this.problem(diagnostic),
      range: this.#rangeOf(diagnostic),
      ...(this.#acceptsRelated && related.length > 0 && { relatedInformation: related }),
    };
  }

  /** A problem at the start of a file. */
  problem({ severity, code, message, remedy }: EditorProblem): Diagnostic {
    return {
      range: START,
      severity: SEVERITIES[severity],
      code,
      codeDescription: { href: pageOf(code) },
      source: SOURCE,
      message: remedy === '' ? message : `${message}\n${remedy}`,
    };
  }

  completions({ options, ...range }: EditorCompletions, text: DocumentText): CompletionList {
    const place = rangeIn(text, range);
    return {
      isIncomplete: false,
      items: options.map((option, index) => ({
        label: option.label,
        kind: KINDS[option.kind],
        detail: option.detail,
        // Labels have a plus that is not part of the replaced text.
        filterText: option.text,
        sortText: String(index).padStart(5, '0'),
        textEdit: { range: place, newText: option.text },
      })),
    };
  }

  documentation({ info }: MarkerOption): MarkupContent {
    return this.#shown(fenced(info, 'text'));
  }

  hover({ title, markdown, ...range }: EditorHover, text: DocumentText): Hover {
    const value = `${fenced(title, 'ts')}\n${markdown}`;
    return { contents: this.#shown(value), range: rangeIn(text, range) };
  }

  #shown(markdown: string): MarkupContent {
    const value = this.#acceptsMarkdown ? markdown : plainText(markdown);
    return { kind: this.#acceptsMarkdown ? 'markdown' : 'plaintext', value };
  }

  /** An action for each fix. */
  fixes(fixes: readonly EditorFix[]): CodeAction[] {
    return fixes.map(({ title, diagnostic, edits }) => ({
      title,
      kind: 'quickfix',
      diagnostics: [this.diagnostic(diagnostic)],
      isPreferred: true,
      edit: this.#editOf(edits),
    }));
  }

  /** An action for all fixes; none without fixes. */
  fixAll(edits: readonly EditorEdit[]): CodeAction[] {
    if (edits.length === 0) return [];
    return [{ title: 'fix all of vmgen', kind: FIX_ALL, edit: this.#editOf(edits) }];
  }

  /** The edits of a fix are of one file. */
  #editOf(edits: readonly EditorEdit[]): WorkspaceEdit {
    const file = this.#fileAt(edits[0]?.path ?? '');
    if (file === undefined) return {};
    const { uri, version = null, text } = file;
    const changes = edits.map((edit) => editIn(text, edit));
    if (!this.#acceptsDocumentChanges) return { changes: { [uri]: changes } };
    return { documentChanges: [{ textDocument: { uri, version }, edits: changes }] };
  }

  #rangeOf(range: EditorRange): Range {
    const file = this.#fileAt(range.path);
    return file ? rangeIn(file.text, range) : START;
  }
}

const rangeIn = (text: DocumentText, { start, end }: Omit<EditorRange, 'path'>): Range => ({
  start: text.positionOf(start),
  end: text.positionOf(end),
});

const editIn = (text: DocumentText, { text: newText, ...range }: EditorEdit): TextEdit => ({
  range: rangeIn(text, range),
  newText,
});

/** Why a config cannot be used, at the place that the message begins with. */
export function configDiagnostic(text: string, config: string): Diagnostic {
  const rest = text.startsWith(config) ? text.slice(config.length) : `: ${text}`;
  const [, line = 1, column = 1, message = text] = /^(?::(\d+):(\d+))?:? (.*)$/s.exec(rest) ?? [];
  const start = { line: Number(line) - 1, character: Number(column) - 1 };
  return { range: { start, end: start }, severity: 1, source: SOURCE, message };
}
