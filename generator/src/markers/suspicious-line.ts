import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { CommentLine } from '../syntax/syntax.js';
import type { MarkerRegistry } from './registry.js';

/**
 * Forms that are certainly intended as a marker: the complete name after another sign or none, and no word
 * after the value.
 */
const ALMOST =
  /^(.*?\s)??((?:[^\s\w"'`([{]+\s*)?)((?:kubebuilder|k8s|genclient):[A-Za-z][\w:-]*|genclient)(?:[=(:](?:"(?:\\.|[^"\\])*"|`[^`]*`|\S)*)?$/;

/** A marker without a prefix, recognizable except for the space or the comment syntax. */
const BARE = /^(\s*)(\+\s*)([A-Za-z][\w:-]*)(?:[=(].*)?$/;

/** No marker is longer. */
const LONGEST = 2000;

const OURS = /(?:kubebuilder|k8s|genclient)|^\s*\+/;

/** Warns about a comment line that would be a marker except for its position or a missing plus. */
export function reportSuspiciousLine(
  line: CommentLine,
  registry: MarkerRegistry,
  diagnostics: DiagnosticList,
): void {
  // A quick check excludes most lines.
  if (line.text.length > LONGEST || !OURS.test(line.text)) return;
  const near = nearMarker(line, registry);
  if (!near) return;
  const { before, sign, name } = near;
  const position = { ...line.position, column: line.position.column + before.length };
  const isMarker = before.trim() === '' && sign === '+';
  // Without a plus, after other words, it is the subject of the sentence; /* // */ comments out code.
  if ((sign === '' || line.isSilent) && before.trim() !== '') return;
  if (line.isSilent) {
    const message = `markers in /* */ comments are ignored: +${name}`;
    const remedy = `write // +${name}, or /** +${name} */`;
    diagnostics.warning('VMGEN3008', position, message, remedy);
  } else if (isMarker) return;
  else if (sign === '+') {
    const message = `+${name} is plain text here`;
    diagnostics.warning('VMGEN3008', position, message, 'put the marker on its own line');
  } else {
    const [old, text] = [`${sign}${name}`, `+${name}`];
    const fix = { how: 'rewrite-comment', position, old, text } as const;
    const remedy = sign === '' ? 'start the marker with +' : `write ${text}`;
    diagnostics.warning('VMGEN3008', position, `${old} is an ordinary comment`, remedy, { fix });
  }
}

interface NearMarker {
  readonly before: string;
  readonly sign: string;
  readonly name: string;
}

function nearMarker(
  { text, isDoc, isSilent }: CommentLine,
  registry: MarkerRegistry,
): NearMarker | undefined {
  const [, before = '', sign = '', name = ''] = ALMOST.exec(text) ?? [];
  // A word without arguments may be a mention of a Go tool in prose.
  if (name !== '' && isKnown(name, registry) && (name !== 'genclient' || sign !== '')) {
    return { before, sign, name };
  }
  // In JSDoc a plus and a space start a list item.
  if (isDoc && !isSilent) return undefined;
  const [, indent = '', plus = '', bare = ''] = BARE.exec(text) ?? [];
  return bare !== '' && isKnown(bare, registry)
    ? { before: indent, sign: plus, name: bare }
    : undefined;
}

/** The last part of a marker with arguments may be the name of an argument. */
function isKnown(name: string, registry: MarkerRegistry): boolean {
  const parent = name.slice(0, Math.max(0, name.lastIndexOf(':')));
  return registry.get(name) !== undefined || registry.get(parent)?.arguments !== undefined;
}
