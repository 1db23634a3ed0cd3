import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { CommentLine } from '../frontend/syntax.js';
import { isApiFile } from '../sources/imports.js';
import { CodeFences } from '../markers/language/code-fence.js';
import { lowerFirst } from '../words/names.js';

const VALIDATION = [
  'Minimum',
  'Maximum',
  'ExclusiveMinimum',
  'ExclusiveMaximum',
  'MultipleOf',
  'MinLength',
  'MaxLength',
  'Pattern',
  'Format',
  'MinItems',
  'MaxItems',
  'UniqueItems',
  'MinProperties',
  'MaxProperties',
];

/** The markers that say what tags of JSDoc say to other makers of schemas. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ...VALIDATION.map((name) => [lowerFirst(name), `kubebuilder:validation:${name}`] as const),
  ['default', 'kubebuilder:default'],
]);

/** What both languages write the same. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** What follows `@default` where it is a value and no prose. */
const VALUE = /^(?:-?\d[\d.]*|true|false|".*"|'.*'|\[.*\]|\{.*\})$/;

/**
 * Warns of JSDoc tags that would say something to other makers of schemas and say nothing here.
 *
 * @param names the markers that stand beside: a `@default` may tell people what a marker says
 */
export function warnOfSchemaTags(
  prose: readonly CommentLine[],
  names: ReadonlySet<string>,
  diagnostics: DiagnosticList,
): void {
  const fences = new CodeFences();
  for (const { text, position } of prose) {
    const inFence = fences.isCode(text);
    const [, indent = '', tag = '', value = ''] = /^(\s*)@(\w+)\s*(.*)$/.exec(text) ?? [];
    const marker = TAGS.get(tag);
    if (inFence || marker === undefined || names.has(marker) || !isApiFile(position.file)) continue;
    if (tag === 'default' && (names.has(tag) || !VALUE.test(value))) continue;
    const column = position.column + indent.length;
    const place = { ...position, column, endColumn: column + tag.length + 1 };
    const written = text.slice(indent.length).trimEnd();
    const fix = NUMBER.test(value)
      ? {
          how: 'rewrite-comment' as const,
          position: place,
          old: written,
          text: `+${marker}=${value}`,
        }
      : undefined;
    diagnostics.warning('VMGEN3011', place, `@${tag} has no effect`, `write +${marker}=${value}`, {
      fix,
    });
  }
}
