// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeBlock } from './markdown.mjs';
import { ROOT, text } from './repository.mjs';

const FEATURES = [
  [
    'One source',
    '/types/',
    'Types become schemas, with CEL rules that are checked and costed as in an API server. Markers of controller-gen keep their meaning.',
  ],
  [
    'A manager',
    '/manager/',
    'Caches, controllers, leader election, sharding, probes, metrics and webhooks as one process. A reconcile reads its own writes.',
  ],
  [
    'An API server in your tests',
    '/testing/',
    'Defaults, validation, server-side apply, watches and admission, without a cluster and compared with recorded answers of kube-apiserver.',
  ],
  [
    'Exploration of faults',
    '/testing/#explore-the-faults-of-an-operator',
    'Tests crash the operator at each of its writes, lose its connections and delay its requests, and name the fault that breaks a promise.',
  ],
  [
    'Conversion between versions',
    '/conversion/',
    'Conversions of renamed fields follow from markers, and you write the rest. What a version cannot express is kept, and signed by the operator.',
  ],
  [
    'Breaking changes',
    '/reference/diff/',
    'A comparison of two versions of an API lists each change that breaks a user, with its place and the reason.',
  ],
];

const TOOLS = [
  [
    'Editors',
    '/editor/',
    'A TypeScript plugin, a language server (<code class="short">vmgen lsp</code>) and an extension of VS Code show diagnostics, fixes and completion of markers while you type.',
  ],
  [
    'Development',
    '/dev/',
    '<code class="short">vmgen dev</code> starts an API server and your operator in one terminal, and after each change repeats only what follows from it.',
  ],
  [
    'Checks',
    '/reference/doctor/',
    '<code class="short">vmgen doctor</code> finds what is wrong with the setup of a project, and names the fix of each problem.',
  ],
  [
    'A reference of your kinds',
    '/api-docs/',
    '<code class="short">vmgen docs</code> writes it as Markdown and HTML. JSON Schemas bring completion to editors of YAML.',
  ],
  [
    'Dashboard and alerts',
    '/observability/#dashboard-and-alerts',
    '<code class="short">vmgen add monitoring</code> writes them for Grafana and Prometheus. A page says for each alert what to do.',
  ],
  [
    'Recordings',
    '/testing/#replay-a-reconcile-of-production',
    'The manager can record failed reconciles of production. <code class="short">vmgen replay</code> runs one again on your machine, in a debugger if you want.',
  ],
];

/** The script of all pages shows it, and loads the editor and the compiler when it is pressed. */
const EDIT = '<button type="button" class="edit-example" hidden>Edit</button>';

/**
 * The first page: the example of README.md, and its CRD as vmgen writes it.
 * @param {import('./highlight.mjs').Highlight} highlight
 * @param {(source: string) => string} render prints Markdown of README.md
 */
export function home(highlight, render) {
  const readme = text('README.md');
  const [, lead = ''] = /^# vmgen\n\n([^]*?)\n\n/.exec(readme) ?? [];
  const [, example = ''] = /```ts\n([^]*?)```/.exec(readme) ?? [];
  const [, peers = ''] = /<!-- peers -->\n([^]*?)<!-- \/peers -->/.exec(readme) ?? [];
  const types = example.replace(/^\/\/.*\n/, '').trimEnd();
  const shown = render(`\`\`\`ts apis/web/v1/types.ts\n${types}\n\`\`\``);
  const crd = codeBlock(highlight(crdOf(types), 'yaml'), {
    language: 'yaml',
    file: 'generated/crds/web.example.com_sites.yaml',
  });
  const clone = /```sh\n(git clone [^]*?)```/.exec(text('docs/start.md'))?.[1];
  if (clone === undefined) {
    throw new Error(
      'docs/start.md has no block of sh that begins with git clone: the first page shows it',
    );
  }
  const commands = `${clone}npm install && npm run build && npm test`;
  const start = codeBlock(highlight(commands, 'sh'), { language: 'sh' });
  return {
    description: lead.replaceAll('\n', ' '),
    main: `<main id="main" tabindex="-1">
<section class="hero">
<h1>Kubernetes operators in TypeScript</h1>
<p>Write an API as TypeScript types. vmgen generates its CustomResourceDefinition, clients, informers and deployment, runs its controllers, and serves it in your tests.</p>
<div class="actions"><a href="/start/">Start in five minutes</a><a href="/playground/">Open the playground</a><a href="/concepts/">Read the concepts</a></div>
</section>
<section aria-label="Example" class="example">
<div class="pair">
${shown.replace('</figcaption>', `${EDIT}</figcaption>`)}
${crd}
</div>
<p class="note">The CustomResourceDefinition is the output of vmgen for these types, made when this page was built. The same run writes a typed client, informer, lister, deep copies and a fake clientset. The markers are links.</p>
</section>
<section>
<h2>From nothing to a tested operator</h2>
<p class="lead">The commands create a project with a controller, its permissions, its deployment and its tests, and run the tests without a cluster. Nothing is on npm yet: the packages come from a clone. <a href="/start/">The start</a> continues from here.</p>
${start}
</section>
<section>
<h2>What it does</h2>
${list(FEATURES)}
</section>
<section>
<h2>While you work</h2>
${list(TOOLS)}
</section>
<section>
<h2>Compared with kube-apiserver</h2>
<p class="lead">The suites of other projects run on kube-apiserver and on the embedded server. <a href="/testing/#suites-of-other-projects">Each difference has a reason</a>.</p>
${render(peers)}
</section>
<section>
<h2>Other tools</h2>
<p class="lead">The role of vmgen beside <a href="/comparison/">code-generator, controller-runtime, kube-rs and client-node</a>, and <a href="/benchmarks/">benchmarks</a> with the command behind each figure. You come from <a href="/migration/client-go/">Go</a> or from <a href="/migration/client-node/">client-node</a>: both pages show examples side by side.</p>
</section>
</main>`,
  };
}

/** @param {readonly string[][]} features titles, addresses and texts */
function list(features) {
  const items = features.map(
    ([title, url, about]) => `<div><h3><a href="${url}">${title}</a></h3><p>${about}</p></div>`,
  );
  return `<div class="features">\n${items.join('\n')}\n</div>`;
}

/** The CRD that vmgen writes for the types. @param {string} types */
function crdOf(types) {
  const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-site-'));
  try {
    const version = path.join(folder, 'apis/web/v1');
    mkdirSync(version, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{}');
    writeFileSync(path.join(version, 'types.ts'), types);
    writeFileSync(path.join(version, 'doc.ts'), '// +groupName=web.example.com\nexport {};\n');
    const vmgen = path.join(ROOT, 'generator/bin/vmgen.cjs');
    const words = ['--groups', 'web:v1', '--out', 'generated', '--generators', 'crd', '--quiet'];
    execFileSync(process.execPath, [vmgen, ...words], { cwd: folder });
    const file = path.join(folder, 'generated/crds/web.example.com_sites.yaml');
    return readFileSync(file, 'utf8').trimEnd();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
