import type { FindingList } from '../findings/finding-list.js';
import type { CommentLine } from '../frontend/syntax.js';
import type { MarkerRegistry } from './registry.js';

/** What nobody writes who does not mean a marker: its whole name, and no word behind its value. */
const ALMOST = /^(.*?\s)??(\+?)((?:kubebuilder|k8s|genclient):[A-Za-z][\w:-]*)(?:[=(:]\S*)?$/;

const OURS = /(?:kubebuilder|k8s|genclient):/;

/** Nobody writes a marker that is longer. */
const LONGEST = 2000;

/** Doubts a line of prose that holds a marker as it would be but for its place or its plus. */
export function doubtLine(
  { text, position }: CommentLine,
  registry: MarkerRegistry,
  findings: FindingList,
): void {
  // Of most lines a glance is enough.
  if (text.length > LONGEST || !OURS.test(text)) return;
  const [, before = '', plus, name = ''] = ALMOST.exec(text) ?? [];
  const isMarker = before.trim() === '' && plus === '+';
  // Without a plus behind other words it is what they speak of.
  if (isMarker || (plus === '' && before.trim() !== '') || !isKnown(name, registry)) return;
  const at = { ...position, column: position.column + before.length };
  if (plus === '') {
    const mend = { position: at, old: name, text: `+${name}` };
    findings.warning('VMGEN3008', at, `${name} is a remark`, 'a marker starts with +', { mend });
  } else
    findings.warning('VMGEN3009', at, `+${name} is a part of the text`, 'a marker starts its line');
}

/** Of a marker with arguments the last part may be the name of one. */
function isKnown(name: string, registry: MarkerRegistry): boolean {
  const parent = name.slice(0, Math.max(0, name.lastIndexOf(':')));
  return registry.get(name) !== undefined || registry.get(parent)?.arguments !== undefined;
}
