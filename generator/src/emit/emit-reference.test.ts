import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, fileText } from '../testing/compile-text.js';

const DOCS = ['docs-markdown', 'docs-html'];

function referenceOf(types: string): { readonly markdown: string; readonly html: string } {
  const source = `// +groupName=web.example.com
import type { Int32, ObjectMeta, Quantity, TypeMeta } from '@vmgen/runtime';
${types}`;
  const compilation = compileText({ 'web/v1/types.ts': source }, { generators: DOCS });
  assert.deepEqual(compilation.diagnostics, []);
  return {
    markdown: fileText(compilation, 'reference/web.example.com_v1.md'),
    html: fileText(compilation, 'reference/web.example.com_v1.html'),
  };
}

const kind = (spec: string, more = ''): string => `
/** Site is a web site. */
export interface Site extends TypeMeta { metadata: ObjectMeta; spec: SiteSpec }
export interface SiteSpec {
${spec}
}
${more}`;

test('a reference describes fields with defaults, limits, rules and enums', () => {
  const { markdown } = referenceOf(
    kind(
      `
  /** How large it is. */
  size?: Size;
  // +kubebuilder:default=2
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=9
  replicas?: Int32;
  // +k8s:immutable
  region?: string;
  // +kubebuilder:validation:MinItems=1
  hosts: string[];
  // +kubebuilder:validation:XValidation:rule="self != 'root'",message="must not be root"
  // +kubebuilder:validation:Pattern=\`^(a|b)$\`
  // +kubebuilder:validation:MaxLength=10
  user?: string;
  memory?: Quantity;`,
      `/** Size is a size. */
export enum Size {
  /** Small is enough for tests. */
  Small = 'S',
  Large = 'L',
}`,
    ),
  );
  assert.match(markdown, /^\| `size` \| \[Size\]\(#size\) \| How large it is\. \|$/m);
  assert.match(markdown, /^\| `replicas` \| integer \(int32\) \| Default: `2`\.<br>1 to 9\. \|$/m);
  assert.match(markdown, /^\| `region`<br>immutable \| string \|  \|$/m);
  assert.match(markdown, /^\| `hosts`<br>required \| list of string \| At least 1 item\. \|$/m);
  assert.match(
    markdown,
    /^\| `user` \| string \| At most 10 characters\. Matches `\^\(a\\\|b\)\$`\.<br>Rule: must not be root: `self != 'root'` \|$/m,
  );
  assert.match(markdown, /^\| `memory` \| integer or string \(Quantity\) \|  \|$/m);
  assert.match(markdown, /^\| `S` \| Small is enough for tests\. \|\n\| `L` \|  \|$/m);
  assert.match(
    markdown,
    /An object that the API server accepts:\n\n```yaml\napiVersion: web\.example\.com\/v1\n/,
  );
});

test('a reference lists columns, roles, versions and their deprecation', () => {
  const source = (version: string, more: string) => `// +groupName=web.example.com
// +kubebuilder:rbac:groups=web.example.com,resources=sites;sites/status,verbs=get;patch

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';
${more}
export interface Site extends TypeMeta { metadata: ObjectMeta; spec: { ${version}: string } }
`;
  const compilation = compileText(
    {
      'web/v1/types.ts': source(
        'host',
        '// +kubebuilder:storageversion\n// +kubebuilder:printcolumn:name="Host",type=string,JSONPath=`.spec.host`',
      ),
      'web/v1beta1/types.ts': source('host', '// +kubebuilder:deprecatedversion:warning="use v1"'),
    },
    { generators: DOCS },
  );
  assert.deepEqual(compilation.diagnostics, []);
  const stable = fileText(compilation, 'reference/web.example.com_v1.md');
  assert.match(stable, /^\| Version \| served, stored \|$/m);
  assert.match(stable, /^\| Other versions \| \[v1beta1\]\(web\.example\.com_v1beta1\.md\) \|$/m);
  assert.match(stable, /^\| Host \| `\.spec\.host` \|  \|$/m);
  assert.match(stable, /^\| manager-role \| sites, sites\/status \| get, patch \|$/m);
  const old = fileText(compilation, 'reference/web.example.com_v1beta1.html');
  assert.match(old, /<dt>Deprecated<\/dt><dd>use v1<\/dd>/);
  assert.match(old, /<a href="web\.example\.com_v1\.html">v1<\/a>/);
  assert.match(
    fileText(compilation, 'reference/README.md'),
    /^- \[web\.example\.com\/v1beta1\]\(/m,
  );
});

test('a reference names the rules that its example does not satisfy', () => {
  const { markdown, html } = referenceOf(
    kind('// +kubebuilder:validation:XValidation:rule="self > 5 && self < 5"\nsize: Int32;'),
  );
  const problem = 'spec.size: Invalid value: 1: failed rule: self > 5 && self < 5';
  assert.ok(markdown.includes(`- \`${problem}\``), markdown);
  assert.ok(html.includes('failed rule: self &gt; 5 &amp;&amp; self &lt; 5</code>'), html);
});

const HOSTILE = `/**
   * <script>alert(1)</script> <img src=x onerror=alert(1)> & "quotes" 'single'
   *
   * | a | b |
   * [click](javascript:alert(1)) [data](data:text/html,x) [good](https://example.com/?a=1&b="2")
   * <https://example.com/<b>> ![image](https://example.com/x.png) [ref]: javascript:alert(1)
   *
   * # heading
   * - item | with bar
   * \`code | <b>\` \`\`two \` ticks\`\` _under_ *star* ~~strike~~ $math$
   *
   * \`\`\`
   * </pre><script>alert(2)</script>
   * \`\`\`
   * \u202e bidi \u0007
   */`;

test('comments add no HTML, scripts, links or table cells', () => {
  const { markdown, html } = referenceOf(
    kind(`${HOSTILE}\n  host?: string;`).replace('/** Site is a web site. */', HOSTILE),
  );
  const tags =
    /<(?!(?:!doctype html|!-- Code generated by vmgen\. DO NOT EDIT\. --)>|\/?(?:html|head|meta|title|style|body|nav|main|p|a|ul|li|h[1-4]|dl|dt|dd|code|pre|span|table|thead|tbody|tr|th|td)[ >])/;
  assert.doesNotMatch(html, tags);
  assert.doesNotMatch(html, /<[a-z][^>]*\son\w+=/);
  const targets = Array.from(
    html.matchAll(/ (?:href|src)="([^"]*)"/g),
    ([, target = '']) => target,
  );
  assert.deepEqual(
    targets.filter((each) => !/^(?:#|https:\/\/example\.com\/|index\.html$)/.test(each)),
    [],
  );
  assert.ok(targets.includes('https://example.com/?a=1&amp;b=%222%22'), targets.join(' '));

  const prose = markdown
    .split('\n')
    .slice(1)
    .join('\n')
    .replace(/^(`{3,}).*?^\1$/gms, '')
    .replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, 'CODE')
    .replaceAll('<br>', '');
  assert.doesNotMatch(prose, /</);
  assert.doesNotMatch(prose, /(?<!\\)\]\((?!#|https:\/\/example\.com\/|README\.md|web)/);
  assert.doesNotMatch(prose, /^(?:#{1,6} heading|!\[)/m);
  const row =
    prose.split('\n').find((line) => line.startsWith('| CODE | string |')) ?? assert.fail(prose);
  assert.equal(row.match(/(?<!\\)\|/g)?.length, 4, row);
  assert.doesNotMatch(markdown + html, /[\u202e\u0007]/);
});

test('a page allows its own style and nothing else', () => {
  const { html } = referenceOf(kind('host?: string;'));
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'$/,
  );
  assert.doesNotMatch(html, /<script|<link| style=/);
});

test('two types with one name have places of their own', () => {
  const compilation = compileText(
    {
      'web/v1/types.ts': `// +groupName=web.example.com
import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';
import type { Port as Other } from './other.js';
export interface Site extends TypeMeta { metadata: ObjectMeta; spec: { own: Port; other: Other } }
export interface Port { number: string }
`,
      'web/v1/other.ts': 'export interface Port { name: string }\n',
    },
    { generators: DOCS },
  );
  const html = fileText(compilation, 'reference/web.example.com_v1.html');
  const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = '']) => id);
  assert.equal(new Set(ids).size, ids.length, ids.join(' '));
  const links = Array.from(html.matchAll(/ href="#([^"]*)"/g), ([, id = '']) => id);
  assert.deepEqual(
    links.filter((each) => !ids.includes(each)),
    [],
  );
  assert.ok(ids.includes('port') && ids.includes('port-1'), ids.join(' '));
});

test('the reference is written only on request', () => {
  const compilation = compileText({ 'web/v1/types.ts': 'export {};\n' }, { generators: DOCS });
  assert.deepEqual(compilation.files, []);
});
