import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView, Tooltip } from '@codemirror/view';
import { element } from './dom.js';
import { completeMarker, markerAt, type MarkerInfo } from './core/marker-language.js';

/** The markers, once they are loaded. */
type Markers = () => readonly MarkerInfo[];

const referenceOf = (text: string): HTMLElement => element('pre', { class: 'reference', text });

/** Completes markers in comments. */
export const markerCompletions =
  (markers: Markers) =>
  (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos);
    const found = completeMarker(line.text, context.pos - line.from, markers());
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
  (markers: Markers) =>
  ({ state }: EditorView, position: number): Tooltip | null => {
    const line = state.doc.lineAt(position);
    const found = markerAt(line.text, position - line.from, markers());
    if (found === undefined) return null;
    return {
      pos: line.from + found.from,
      end: line.from + found.to,
      above: true,
      create: () => ({ dom: referenceOf(found.marker.description) }),
    };
  };
