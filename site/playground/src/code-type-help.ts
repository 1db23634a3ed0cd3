import {
  type Completion,
  type CompletionContext,
  type CompletionSource,
  insertCompletionText,
  pickedCompletion,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView, HoverTooltipSource } from '@codemirror/view';
import type {
  CompletionDetails,
  TypeCalls,
  TypeCompletion,
  TypeInfo,
  TypePosition,
} from './core/type-calls.js';
import { visibleText } from './core/visible-text.js';
import { element } from './dom.js';

/** What completion and types beside the pointer ask. */
export interface TypeHost {
  /** A position in the file of the editor; undefined if its files are too large. */
  readonly positionAt: (offset: number) => TypePosition | undefined;
  /** Rejects if the worker fails or is replaced. */
  readonly ask: <Name extends keyof TypeCalls>(
    name: Name,
    ...args: Parameters<TypeCalls[Name]>
  ) => Promise<ReturnType<TypeCalls[Name]>>;
}

/** In a text, only the names of fields and modules are completed. */
const WORD = /[\w$]*$/;

/** Completes names outside of comments, and imports those of other modules. */
export const typeCompletions =
  (host: TypeHost): CompletionSource =>
  async (context) => {
    const { state, pos, explicit } = context;
    if (isComment(state, pos) || !(explicit || isWritten(context))) return null;
    const position = host.positionAt(pos);
    const found = position && (await host.ask('complete', position).catch(() => undefined));
    if (position === undefined || found === undefined || found.options.length === 0) return null;
    const written = WORD.exec(state.sliceDoc(found.from, pos))?.[0] ?? '';
    return {
      from: pos - written.length,
      options: found.options.map((option) => completionOf(option, position, host)),
      // Only names with the first letter are listed of other modules.
      validFor: (text) => text.startsWith(written.slice(0, 1)) && /^[\w$]*$/.test(text),
    };
  };

/** Shows the type of a name outside of comments. */
export const typeHover =
  ({ positionAt, ask }: TypeHost): HoverTooltipSource =>
  async ({ state }, offset) => {
    const position = isComment(state, offset) ? undefined : positionAt(offset);
    const found = position && (await ask('hover', position).catch(() => undefined));
    if (found === undefined) return null;
    return {
      pos: found.from,
      end: found.to,
      above: true,
      create: () => ({ dom: infoOf(found) }),
    };
  };

const isComment = (state: EditorState, position: number): boolean =>
  syntaxTree(state).resolveInner(position, -1).name.endsWith('Comment');

/** Whether the user has begun a name, or what precedes one. */
const isWritten = (context: CompletionContext): boolean =>
  context.matchBefore(/[\w$]+$|[.'"]$/) !== null;

function completionOf(
  option: TypeCompletion,
  position: TypePosition,
  { ask }: TypeHost,
): Completion {
  const { name, text = name, kind, module, order } = option;
  const describe = async (): Promise<CompletionDetails | undefined> =>
    ask('describe', position, option).catch(() => undefined);
  return {
    label: name,
    type: kind,
    boost: 20 - order,
    detail: module === undefined ? kind : `from ${module}`,
    info: async () => {
      const found = await describe();
      return found ? infoOf(found) : null;
    },
    apply: (view, completion, from, to) => {
      const head = view.state.sliceDoc(0, from);
      view.dispatch({
        ...insertCompletionText(view.state, text, from, to),
        annotations: pickedCompletion.of(completion),
      });
      if (module !== undefined) void addImport(view, head, describe);
    },
  };
}

/** Adds the import of a completion, unless the text before the completed name has changed meanwhile. */
async function addImport(
  view: EditorView,
  head: string,
  describe: () => Promise<CompletionDetails | undefined>,
): Promise<void> {
  const { edits = [] } = (await describe()) ?? {};
  const isSame = view.state.sliceDoc(0, head.length) === head;
  if (!isSame || edits.some(({ offset, length }) => offset + length > head.length)) return;
  const changes = edits.map(({ offset, length, text }) => ({
    from: offset,
    to: offset + length,
    insert: text,
  }));
  view.dispatch({ changes, userEvent: 'input.complete' });
}

const infoOf = ({ code, documentation }: TypeInfo): HTMLElement =>
  element(
    'div',
    { class: 'type-info' },
    element('pre', { class: 'reference', text: visibleText(code) }),
    ...(documentation === '' ? [] : [element('p', { text: visibleText(documentation) })]),
  );
