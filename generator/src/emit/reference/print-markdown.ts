import type { Block, Span } from './prose.js';
import type { Contents, FieldEntry, KindEntry, ReferencePage, TypeEntry } from './reference.js';
import type { Rule } from './words.js';

/** A page of a reference as Markdown of GitHub, without a header. */
export function markdownPage({ group, version, doc, kinds, types }: ReferencePage): string {
  return paragraphs([
    `# ${escaped(`${group}/${version}`)}`,
    ...printBlocks(doc),
    '## Kinds',
    kinds.map(({ title, anchor }) => `- [${escaped(title)}](#${anchor})`).join('\n'),
    ...kinds.flatMap(printKind),
    ...(types.length === 0 ? [] : ['## Types', ...types.flatMap(printType)]),
  ]);
}

/** A list of pages. */
export function markdownIndex(pages: readonly ReferencePage[], addressOf: AddressOf): string {
  const items = pages.flatMap(({ group, version, kinds }) => {
    const address = addressOf(group, version);
    return [
      `- [${escaped(`${group}/${version}`)}](${address})`,
      ...kinds.map(({ title, anchor }) => `  - [${escaped(title)}](${address}#${anchor})`),
    ];
  });
  return paragraphs(['# API reference', items.join('\n')]);
}

type AddressOf = (group: string, version: string) => string;

const paragraphs = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

function printKind(kind: KindEntry): string[] {
  const { title, doc, facts, example, columns, permissions } = kind;
  return [
    `### ${escaped(title)}`,
    ...printBlocks(doc),
    table(
      ['Property', 'Value'],
      facts.map(({ name, value }) => [escaped(name), cellSpans(value)]),
    ),
    ...(example.problems.length === 0
      ? ['An object that the API server accepts:']
      : [
          'No valid object was found. This one is closest:',
          example.problems.map((each) => `- ${printSpan({ kind: 'code', text: each })}`).join('\n'),
        ]),
    fence(example.yaml, 'yaml'),
    ...printContents(kind),
    ...(columns.length === 0
      ? []
      : [
          'Columns of `kubectl get`:',
          table(
            ['Column', 'Path', 'Description'],
            columns.map(([name, path, about]) => [
              cell(escaped(name)),
              cellSpans([{ kind: 'code', text: path }]),
              cell(escaped(about)),
            ]),
          ),
        ]),
    ...(permissions.length === 0
      ? []
      : [
          'Permissions of the generated roles:',
          table(
            ['Role', 'Resources', 'Verbs'],
            permissions.map((row) => row.map((each) => cell(escaped(each)))),
          ),
        ]),
  ];
}

function printType(type: TypeEntry): string[] {
  const { title, doc, usedIn, values } = type;
  const uses = usedIn.map((each) => printSpan(each)).join(', ');
  return [
    `### ${escaped(title)}`,
    ...printBlocks(doc),
    `Used in: ${uses}`,
    ...(values.length === 0
      ? []
      : [
          table(
            ['Value', 'Description'],
            values.map(([value, about]) => [
              cellSpans([{ kind: 'code', text: value }]),
              cellBlocks(about),
            ]),
          ),
        ]),
    ...printContents(type),
  ];
}

function printContents({ fields, limits, rules }: Contents): string[] {
  const sentences = limits.map((each) => each.map((span) => printSpan(span)).join(''));
  return [
    ...(sentences.length === 0 ? [] : [sentences.join(' ')]),
    ...(rules.length === 0
      ? []
      : ['Rules:', rules.map((rule) => `- ${printRule(rule)}`).join('\n')]),
    ...(fields.length === 0 ? [] : [table(['Field', 'Type', 'Description'], fields.map(fieldRow))]),
  ];
}

function fieldRow(field: FieldEntry): string[] {
  const { name, type, isRequired, isImmutable, doc, preset, limits, rules } = field;
  const marks = [...(isRequired ? ['required'] : []), ...(isImmutable ? ['immutable'] : [])];
  const about = [
    cellBlocks(doc),
    ...(preset === undefined ? [] : [`Default: ${cellSpans([{ kind: 'code', text: preset }])}.`]),
    limits.map(cellSpans).join(' '),
    ...rules.map((rule) => `Rule: ${cell(printRule(rule))}`),
  ].filter((each) => each !== '');
  const title = cellSpans([{ kind: 'code', text: name }]);
  return [
    marks.length === 0 ? title : `${title}<br>${marks.join(', ')}`,
    cellSpans(type),
    about.join('<br>'),
  ];
}

function printRule({ message, cel }: Rule): string {
  const code = printSpan({ kind: 'code', text: cel.trim() });
  if (message.length === 0) return code;
  return `${message.map((span) => printSpan(span)).join('')}: ${code}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A table ends at a line break, and a bar separates cells, also in code. */
const cell = (markdown: string): string =>
  markdown.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

const cellSpans = (spans: readonly Span[]): string =>
  cell(spans.map((span) => printSpan(span)).join(''));

/** The blocks in one line. */
function cellBlocks(blocks: readonly Block[]): string {
  const lines = blocks.flatMap((block) => {
    switch (block.kind) {
      case 'paragraph':
        return [cellSpans(block.spans)];
      case 'list':
        return block.items.map((item) => `• ${cellSpans(item)}`);
      case 'code':
        return block.text.split('\n').map((text) => cellSpans([{ kind: 'code', text }]));
    }
  });
  return lines.join('<br>');
}

function printBlocks(blocks: readonly Block[]): string[] {
  return blocks.map((block) => {
    switch (block.kind) {
      case 'paragraph':
        return atLineStart(block.spans.map((span) => printSpan(span)).join(''));
      case 'list':
        return block.items
          .map((item) => `- ${atLineStart(item.map((span) => printSpan(span)).join(''))}`)
          .join('\n');
      case 'code':
        return fence(block.text, '');
    }
  });
}

/** A fence that is longer than any in the text. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text.trimEnd()}\n${ticks}`;
}

function printSpan(span: Span): string {
  switch (span.kind) {
    case 'text':
      return escaped(span.text);
    case 'strong':
      return `**${escaped(span.text)}**`;
    case 'code':
      return codeOf(span.text);
    case 'link':
      return `[${escaped(span.text)}](${span.href.replace(/[()\\<>|\s]/g, encodeURIComponent)})`;
  }
}

function codeOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line === '') return '`""`';
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const margin = /^`|`$/.test(line) || line.trim() === '' ? ' ' : '';
  return `${ticks}${margin}${line}${margin}${ticks}`;
}

/** Text in which no character has a meaning of Markdown or HTML. */
const escaped = (text: string): string =>
  text
    .replace(/[\\`*[\]{}~$]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** A line that is no heading, list, quotation or rule. */
const atLineStart = (markdown: string): string =>
  markdown.replace(/^(\d+)([.)])/, '$1\\$2').replace(/^[#+=|:-]/, '\\$&');
