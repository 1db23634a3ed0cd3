import { sha256 } from '@vmgen/base/digest';
import type { Block, Span } from './prose.js';
import type {
  Contents,
  FieldEntry,
  Heading,
  KindEntry,
  ReferencePage,
  TypeEntry,
} from './reference.js';
import { STYLE } from './style.js';
import type { Rule } from './words.js';

type AddressOf = (group: string, version: string) => string;

/** HTML that is safe to be a part of a page. */
type Html = string;

/** A page of a reference, without a header. It needs no other file and no script. */
export function htmlPage(page: ReferencePage, index: string): string {
  const { group, version, doc, kinds, types } = page;
  const title = `${group}/${version}`;
  return wholePage(title, [
    `<nav aria-label="Contents"><p><a class="skip" href="#main">Skip the contents</a> <a href="${escaped(index)}">API reference</a></p>`,
    contentsList('Kinds', kinds),
    ...(types.length === 0 ? [] : [contentsList('Types', types)]),
    '</nav>',
    '<main id="main">',
    `<h1>${escaped(title)}</h1>`,
    ...doc.map(printBlock),
    '<h2 id="kinds">Kinds</h2>',
    ...kinds.flatMap(printKind),
    ...(types.length === 0 ? [] : ['<h2 id="types">Types</h2>', ...types.flatMap(printType)]),
    '</main>',
  ]);
}

/** A list of pages. */
export function htmlIndex(pages: readonly ReferencePage[], addressOf: AddressOf): string {
  const items = pages.map(({ group, version, kinds }) => {
    const address = escaped(addressOf(group, version));
    const links = kinds.map(
      ({ title, anchor }) =>
        `<li><a href="${address}#${escaped(anchor)}">${escaped(title)}</a></li>`,
    );
    const title = `<a href="${address}">${escaped(`${group}/${version}`)}</a>`;
    return `<li>${title}<ul>${links.join('')}</ul></li>`;
  });
  const list = `<ul>\n${items.join('\n')}\n</ul>`;
  return wholePage('API reference', ['<main>', '<h1>API reference</h1>', list, '</main>']);
}

/** The policy allows the style of the page, and nothing else: no scripts, no images, no requests. */
function wholePage(title: string, body: readonly Html[]): string {
  const digest = Array.from(sha256(STYLE), (byte) => String.fromCharCode(byte)).join('');
  const policy = `default-src 'none'; style-src 'sha256-${btoa(digest)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body.join('\n')}
</body>
</html>
`;
}

function contentsList(title: string, headings: readonly Heading[]): Html {
  const items = headings.map(
    (each) => `<li><a href="#${escaped(each.anchor)}">${escaped(each.title)}</a></li>`,
  );
  return `<p>${title}</p>\n<ul>\n${items.join('\n')}\n</ul>`;
}

const heading = ({ title, anchor }: Heading): Html =>
  `<h3 id="${escaped(anchor)}">${escaped(title)}</h3>`;

function printKind(kind: KindEntry): Html[] {
  const { title, doc, facts, example, columns, permissions } = kind;
  const isValid = example.problems.length === 0;
  const about = isValid
    ? 'An object that the API server accepts:'
    : 'No valid object was found. This one is closest:';
  const rows = (cells: readonly (readonly string[])[]): Html[][] =>
    cells.map((row) => row.map(escaped));
  return [
    heading(kind),
    ...doc.map(printBlock),
    `<dl class="facts">${facts.map(({ name, value }) => `<dt>${escaped(name)}</dt><dd>${printSpans(value)}</dd>`).join('\n')}</dl>`,
    `<h4>Example of ${escaped(title)}</h4>`,
    `<p>${about}</p>`,
    ...(isValid
      ? []
      : [
          `<ul>${example.problems.map((each) => `<li><code>${escaped(each)}</code></li>`).join('')}</ul>`,
        ]),
    codeBlock(example.yaml),
    ...printContents(kind, kind),
    ...(columns.length === 0
      ? []
      : [
          `<h4>Columns of kubectl get</h4>`,
          table(['Column', 'Path', 'Description'], rows(columns)),
        ]),
    ...(permissions.length === 0
      ? []
      : [
          `<h4>Permissions of the generated roles</h4>`,
          table(['Role', 'Resources', 'Verbs'], rows(permissions)),
        ]),
  ];
}

function printType(type: TypeEntry): Html[] {
  const { doc, usedIn, values } = type;
  const uses = usedIn.map(printSpan).join(', ');
  const rows = values.map(([value, about]) => [
    `<code>${escaped(value)}</code>`,
    about.map(printBlock).join(''),
  ]);
  return [
    heading(type),
    ...doc.map(printBlock),
    `<p class="used">Used in: ${uses}</p>`,
    ...(values.length === 0 ? [] : [table(['Value', 'Description'], rows)]),
    ...printContents(type, type),
  ];
}

function printContents({ title, anchor }: Heading, { fields, limits, rules }: Contents): Html[] {
  return [
    ...(limits.length === 0 ? [] : [`<p>${limits.map(printSpans).join(' ')}</p>`]),
    ...printRules(rules),
    ...(fields.length === 0
      ? []
      : [
          `<h4>Fields of ${escaped(title)}</h4>`,
          `<dl class="fields">\n${fields.map((field) => printField(field, anchor)).join('\n')}\n</dl>`,
        ]),
  ];
}

function printField(field: FieldEntry, anchor: string): Html {
  const { name, type, isRequired, isImmutable, doc, preset, limits, rules } = field;
  const marks = [...(isRequired ? ['required'] : []), ...(isImmutable ? ['immutable'] : [])];
  const shown = [
    ...(preset === undefined ? [] : [`Default: <code>${escaped(preset)}</code>.`]),
    ...limits.map(printSpans),
  ];
  const about = [
    ...doc.map(printBlock),
    ...(shown.length === 0 ? [] : [`<p>${shown.join(' ')}</p>`]),
    ...printRules(rules),
  ];
  // A dash separates it from the anchors of headings, which have no dot.
  const id = escaped(`${anchor}.${encodeURIComponent(name)}`);
  return [
    `<dt id="${id}"><code>${escaped(name)}</code> ${printSpans(type)}`,
    ...marks.map((mark) => `<span class="mark">${mark}</span>`),
    `</dt><dd>${about.join('')}</dd>`,
  ].join('');
}

function printRules(rules: readonly Rule[]): Html[] {
  if (rules.length === 0) return [];
  const items = rules.map(({ message, cel }) => {
    const words = message.length === 0 ? '' : `${printSpans(message)}: `;
    return `<li>${words}<code>${escaped(cel.trim())}</code></li>`;
  });
  return ['<p>Rules:</p>', `<ul>${items.join('')}</ul>`];
}

function table(head: readonly string[], rows: readonly (readonly Html[])[]): Html {
  const titles = head.map((each) => `<th scope="col">${each}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((each) => `<td>${each}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${titles}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

/** A block that scrolls is reachable by the keyboard. */
const codeBlock = (text: string): Html =>
  `<pre tabindex="0"><code>${escaped(text.trimEnd())}</code></pre>`;

function printBlock(block: Block): Html {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${printSpans(block.spans)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${printSpans(item)}</li>`).join('')}</ul>`;
    case 'code':
      return codeBlock(block.text);
  }
}

const printSpans = (spans: readonly Span[]): Html => spans.map(printSpan).join('');

function printSpan(span: Span): Html {
  const text = escaped(span.text);
  switch (span.kind) {
    case 'text':
      return text;
    case 'strong':
      return `<strong>${text}</strong>`;
    case 'code':
      return `<code>${span.text === '' ? '&quot;&quot;' : text}</code>`;
    case 'link':
      return `<a href="${escaped(span.href)}">${text}</a>`;
  }
}

const escaped = (text: string): Html =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
