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

/** The markers that are equivalent to JSDoc tags of other schema generators. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ...VALIDATION.map((name) => [lowerFirst(name), `kubebuilder:validation:${name}`] as const),
  ['default', 'kubebuilder:default'],
]);

/** Values with the same syntax in both languages. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The text after `@default` if it is a value and not prose. */
const VALUE = /^(?:-?\d[\d.]*|true|false|".*"|'.*'|\[.*\]|\{.*\})$/;

/**
 * Warns about JSDoc tags that other schema generators read and that have no effect here.
 *
 * @param names the markers of the same declaration: a `@default` may document a marker
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
