import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { CommentLine } from '../frontend/syntax.js';
import type { MarkerRegistry } from './registry.js';

/**
 * What nobody writes who does not mean a marker: its whole name behind a sign or none, and no word behind
 * its value.
 */
const ALMOST =
  /^(.*?\s)??((?:[^\s\w"'`([{]+\s*)?)((?:kubebuilder|k8s|genclient):[A-Za-z][\w:-]*|genclient)(?:[=(:](?:"(?:\\.|[^"\\])*"|`[^`]*`|\S)*)?$/;

/** A marker without a prefix, as it would be but for the space or the comment. */
const BARE = /^(\s*)(\+\s*)([A-Za-z][\w:-]*)(?:[=(].*)?$/;

/** Nobody writes a marker that is longer. */
const LONGEST = 2000;

const OURS = /(?:kubebuilder|k8s|genclient)|^\s*\+/;

/** Doubts a line of a comment that holds a marker as it would be but for its place or its plus. */
export function doubtLine(
  line: CommentLine,
  registry: MarkerRegistry,
  diagnostics: DiagnosticList,
): void {
  // Of most lines a glance is enough.
  if (line.text.length > LONGEST || !OURS.test(line.text)) return;
  const near = nearMarker(line, registry);
  if (!near) return;
  const { before, sign, name } = near;
  const position = { ...line.position, column: line.position.column + before.length };
  const isMarker = before.trim() === '' && sign === '+';
  // Without a plus behind other words it is what they speak of; /* // */ takes code away.
  if ((sign === '' || line.isSilent) && before.trim() !== '') return;
  if (line.isSilent) {
    const remedy = `write // +${name}, or /** +${name} */`;
    diagnostics.warning('VMGEN3013', position, `no marker is read in /* */: +${name}`, remedy);
  } else if (isMarker) return;
  else if (sign === '') {
    const fix = { how: 'rewrite-comment', position, old: name, text: `+${name}` } as const;
    diagnostics.warning('VMGEN3008', position, `${name} is a remark`, 'a marker starts with +', {
      fix,
    });
  } else if (sign === '+') {
    const message = `+${name} is a part of the text`;
    diagnostics.warning('VMGEN3009', position, message, 'a marker starts its line');
  } else {
    const fix = {
      how: 'rewrite-comment',
      position,
      old: `${sign}${name}`,
      text: `+${name}`,
    } as const;
    diagnostics.warning('VMGEN3008', position, `${fix.old} is a remark`, `write ${fix.text}`, {
      fix,
    });
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
  // A bare word is a word of Go's tools in prose.
  if (name !== '' && isKnown(name, registry) && (name !== 'genclient' || sign !== '')) {
    return { before, sign, name };
  }
  // In JSDoc a plus and a space begin an item of a list.
  if (isDoc && !isSilent) return undefined;
  const [, indent = '', plus = '', bare = ''] = BARE.exec(text) ?? [];
  return bare !== '' && isKnown(bare, registry)
    ? { before: indent, sign: plus, name: bare }
    : undefined;
}

/** Of a marker with arguments the last part may be the name of one. */
function isKnown(name: string, registry: MarkerRegistry): boolean {
  const parent = name.slice(0, Math.max(0, name.lastIndexOf(':')));
  return registry.get(name) !== undefined || registry.get(parent)?.arguments !== undefined;
}
