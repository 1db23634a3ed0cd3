import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import type { CompletionSource } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { typescriptLanguage } from '@codemirror/lang-javascript';
import { yamlLanguage } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type HoverTooltipSource,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Problem, TextEdit } from './core/compiler-calls.js';
import { element } from './dom.js';
import { APPEARANCE } from './editor-theme.js';

/** A part of a file that is shown with a message. */
interface EditorOptions {
  readonly parent: HTMLElement;
  /** Completions in files with types. */
  readonly complete: CompletionSource;
  /** Texts beside the pointer in files with types. */
  readonly hovers: readonly HoverTooltipSource[];
  /** Called after each change by the user. */
  readonly onChange: () => void;
  /** Called when the user selects the fix of a problem. */
  readonly onFix: (problem: Problem) => void;
}

/**
 * Creates the host of an editor. Styles of CodeMirror are constructed style sheets in a shadow root, which a content
 * security policy without inline styles allows.
 */
function shadowOf(parent: HTMLElement): ShadowRoot {
  const host = element('div', { class: 'code-host' });
  parent.append(host);
  return host.attachShadow({ mode: 'open' });
}

/** The files of the playground, one of which is shown. */
export class Editor {
  readonly #options: EditorOptions;
  readonly #view: EditorView;
  readonly #states = new Map<string, EditorState>();
  #active = '';
  #isLoading = false;

  constructor(options: EditorOptions) {
    this.#options = options;
    const root = shadowOf(options.parent);
    this.#view = new EditorView({ root, parent: root });
  }

  get active(): string {
    return this.#active;
  }

  get paths(): string[] {
    return [...this.#states.keys()];
  }

  /** Replaces all files. */
  load(files: Readonly<Record<string, string>>, active: string): void {
    this.#states.clear();
    this.#active = '';
    for (const [path, text] of Object.entries(files)) {
      this.#states.set(path, this.#stateOf(path, text));
    }
    this.show(active);
  }

  /** Shows another file. */
  show(path: string): void {
    const state = this.#states.get(path);
    if (state === undefined || path === this.#active) return;
    this.#keep();
    this.#active = path;
    this.#isLoading = true;
    this.#view.setState(state);
    this.#isLoading = false;
  }

  /** The number of UTF-16 units of a file. */
  lengthOf(path: string): number {
    return this.#docOf(path)?.length ?? 0;
  }

  /** The texts of all files. */
  texts(): Record<string, string> {
    return Object.fromEntries(
      this.paths.map((path) => [path, this.#docOf(path)?.toString() ?? '']),
    );
  }

  /** Changes a file, so that the user can undo it. */
  edit(path: string, edits: readonly TextEdit[]): void {
    this.show(path);
    const { length } = this.#view.state.doc;
    const changes = edits
      .filter(({ offset, length: removed }) => offset + removed <= length)
      .map(({ offset, length: removed, text }) => ({
        from: offset,
        to: offset + removed,
        insert: text,
      }));
    this.#view.dispatch({ changes, userEvent: 'input.fix' });
  }

  /** Underlines the problems of the file that is shown. */
  setProblems(problems: readonly Problem[]): void {
    const { doc } = this.#view.state;
    const shown = problems
      .filter(({ file }) => file === this.#active)
      .map((problem): Diagnostic => {
        const line = doc.line(Math.min(Math.max(problem.line, 1), doc.lines));
        const from = Math.min(line.from + problem.column - 1, line.to);
        const to = Math.min(line.from + problem.endColumn - 1, line.to);
        const fix = { name: 'Fix', apply: () => this.#options.onFix(problem) };
        return {
          from,
          to: Math.max(from, to),
          severity: problem.severity,
          source: problem.code,
          message: `${problem.message}${problem.remedy === '' ? '' : `\n${problem.remedy}`}`,
          ...(problem.edits.length > 0 && { actions: [fix] }),
        };
      });
    this.#view.dispatch(setDiagnostics(this.#view.state, shown));
  }

  /** Moves the cursor to a position, counted from 1, and focuses the editor. */
  goTo(path: string, line: number, column: number): void {
    this.show(path);
    const { doc } = this.#view.state;
    const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const anchor = Math.min(found.from + column - 1, found.to);
    this.#view.dispatch({ selection: { anchor }, scrollIntoView: true });
    this.#view.focus();
  }

  focus(): void {
    this.#view.focus();
  }

  #keep(): void {
    if (this.#states.has(this.#active)) this.#states.set(this.#active, this.#view.state);
  }

  #docOf(path: string): EditorState['doc'] | undefined {
    return path === this.#active ? this.#view.state.doc : this.#states.get(path)?.doc;
  }

  #stateOf(path: string, text: string): EditorState {
    const { complete, hovers, onChange } = this.#options;
    const isTypes = path.endsWith('.ts');
    const ofTypes: Extension = isTypes
      ? [
          typescriptLanguage,
          lintGutter(),
          autocompletion({ override: [complete], icons: false, maxRenderedOptions: 60 }),
          hovers.map((hover) => hoverTooltip(hover)),
        ]
      : yamlLanguage;
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        indentUnit.of('  '),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        ofTypes,
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
          // Escape and then Tab leaves the editor.
          indentWithTab,
        ]),
        APPEARANCE,
        EditorView.contentAttributes.of({
          'aria-label': `${path}. Press Escape and then Tab to leave the editor.`,
          tabindex: '0',
        }),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged && !this.#isLoading) onChange();
        }),
      ],
    });
  }
}

/** Shows a text that cannot be changed. */
export class Viewer {
  readonly #view: EditorView;
  readonly #label: string;
  #shown: string | undefined;

  constructor(parent: HTMLElement, label: string) {
    const root = shadowOf(parent);
    this.#label = label;
    this.#view = new EditorView({ root, parent: root });
  }

  /** @param path selects the colours of the text */
  show(path: string, text: string): void {
    const shown = `${path}\n${text}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { scrollTop } = this.#view.scrollDOM;
    this.#view.setState(
      EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          highlightSpecialChars(),
          drawSelection(),
          keymap.of(defaultKeymap),
          path.endsWith('.ts') ? typescriptLanguage : yamlLanguage,
          EditorState.readOnly.of(true),
          APPEARANCE,
          EditorView.contentAttributes.of({
            'aria-label': `${this.#label}: ${path}`,
            'aria-readonly': 'true',
            tabindex: '0',
          }),
        ],
      }),
    );
    this.#view.scrollDOM.scrollTop = scrollTop;
  }
}
