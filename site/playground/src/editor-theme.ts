import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colours are variables of the page, so that they follow its light and dark scheme. */
const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    lineHeight: '1.6',
    scrollbarWidth: 'thin',
    scrollbarColor: 'var(--line) transparent',
  },
  '.cm-content': { caretColor: 'var(--accent)', padding: '10px 0' },
  '.cm-line': { padding: '0 14px 0 6px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection':
    { backgroundColor: 'var(--selection)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--active-line)' },
  // The code scrolls below them.
  '.cm-gutters': {
    backgroundColor: 'var(--paper)',
    color: 'var(--faint)',
    border: 'none',
    paddingLeft: '4px',
  },
  '.cm-activeLineGutter': { color: 'var(--ink)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-wash)',
    outline: '1px solid var(--accent)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '8px',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
    fontFamily: 'var(--sans)',
    fontSize: '13px',
    lineHeight: '1.5',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: '12.5px',
    maxHeight: '16em',
    maxWidth: 'min(520px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', lineHeight: '1.5' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionDetail': { fontFamily: 'var(--sans)', fontStyle: 'normal', opacity: '0.8' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionInfo': { padding: '10px 12px', maxWidth: '420px' },
  '.cm-tooltip .reference': {
    margin: '0',
    padding: '10px 12px',
    maxWidth: 'min(560px, 80vw)',
    maxHeight: '320px',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    font: '12px/1.55 var(--mono)',
  },
  '.cm-completionInfo .reference': { padding: '0' },
  '.cm-tooltip .type-info p': { margin: '0', padding: '0 12px 10px', maxWidth: '560px' },
  '.cm-completionInfo .type-info p': { padding: '8px 0 0' },
  '.cm-diagnostic': {
    padding: '8px 12px',
    borderLeft: '3px solid var(--bad)',
    whiteSpace: 'pre-wrap',
    maxWidth: '560px',
  },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--accent)' },
  '.cm-diagnosticAction': {
    margin: '6px 0 0',
    padding: '2px 10px',
    borderRadius: '6px',
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    font: '12.5px var(--sans)',
  },
  '.cm-lintRange-error': { backgroundImage: 'none', borderBottom: '2px solid var(--bad)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', borderBottom: '2px dotted var(--warn)' },
  '.cm-lintRange-info': { backgroundImage: 'none', borderBottom: '2px dotted var(--accent)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': {
    content: '""',
    width: '7px',
    height: '7px',
    margin: '0.55em 0 0 3px',
    borderRadius: '50%',
    backgroundColor: 'var(--bad)',
  },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warn)', borderRadius: '1px' },
  '.cm-lint-marker-info': { backgroundColor: 'var(--accent)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--soft)' },
});

const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.comment, tags.meta], color: 'var(--tok-c)' },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp, tags.content],
    color: 'var(--tok-s)',
  },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--tok-k)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--tok-n)' },
  { tag: [tags.function(tags.variableName)], color: 'var(--tok-f)' },
  { tag: [tags.typeName, tags.className, tags.namespace], color: 'var(--tok-f)' },
  { tag: [tags.definition(tags.propertyName)], color: 'var(--tok-t)' },
  { tag: [tags.propertyName], color: 'var(--ink)' },
]);

export const APPEARANCE: Extension = [THEME, syntaxHighlighting(HIGHLIGHT)];
