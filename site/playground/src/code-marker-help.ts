import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView, Tooltip } from '@codemirror/view';
import type { CompilerCalls } from './core/compiler-calls.js';
import { element } from './dom.js';

/** A function of the worker, which may be replaced before it answers. */
type Asked<Name extends keyof CompilerCalls> = (
  ...args: Parameters<CompilerCalls[Name]>
) => Promise<ReturnType<CompilerCalls[Name]>>;

const referenceOf = (text: string): HTMLElement => element('pre', { class: 'reference', text });

/** Completes markers in comments. */
export const markerCompletions =
  (complete: Asked<'completeMarker'>) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const line = context.state.doc.lineAt(context.pos);
    if (!line.text.includes('+')) return null;
    const found = await complete(line.text, context.pos - line.from).catch(() => undefined);
    if (found === undefined || found.options.length === 0) return null;
    return {
      from: line.from + found.from,
      options: found.options.map(({ label, text, detail, info, kind }) => ({
        label: kind === 'marker' ? label.slice(1) : label,
        displayLabel: label,
        apply: text,
        detail,
        type: kind,
        ...(info !== '' && { info: () => referenceOf(info) }),
      })),
      validFor: /^[\w:-]*$/,
    };
  };

/** Shows the reference of the marker at a position. */
export const markerHover =
  (markerAt: Asked<'markerAt'>) =>
  async ({ state }: EditorView, position: number): Promise<Tooltip | null> => {
    const line = state.doc.lineAt(position);
    if (!line.text.includes('+')) return null;
    const found = await markerAt(line.text, position - line.from).catch(() => undefined);
    if (found === undefined) return null;
    return {
      pos: line.from + found.from,
      end: line.from + found.to,
      above: true,
      create: () => ({ dom: referenceOf(found.marker.description) }),
    };
  };
