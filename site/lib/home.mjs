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
    'Conversions follow from markers. What a version cannot express is kept, and signed by the operator.',
  ],
  [
    'Breaking changes',
    '/reference/diff/',
    'A comparison of two versions of an API lists each change that breaks a user, with an example that the old schema accepts.',
  ],
];

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
  const crd = codeBlock(highlight(crdOf(types), 'yaml'), {
    language: 'yaml',
    file: 'generated/crds/web.example.com_sites.yaml',
  });
  const start = codeBlock(
    highlight(
      `npm create vmgen@latest site-operator -- --group web.example.com --kind Site\ncd site-operator && npm install\nnpm run build && npm test`,
      'sh',
    ),
    { language: 'sh' },
  );
  const features = FEATURES.map(
    ([title, url, about]) => `<div><h3><a href="${url}">${title}</a></h3><p>${about}</p></div>`,
  );
  return {
    description: lead.replaceAll('\n', ' '),
    main: `<main id="main" tabindex="-1">
<section class="hero">
<h1>Kubernetes operators in TypeScript</h1>
<p>Write an API as TypeScript types. vmgen generates its CustomResourceDefinition, clients, informers and deployment, runs its controllers, and serves it in your tests.</p>
<div class="actions"><a href="/start/">Start in five minutes</a><a href="/playground/">Open the playground</a><a href="/concepts/">Read the concepts</a></div>
</section>
<section aria-label="Example">
<div class="pair">
${render(`\`\`\`ts apis/web/v1/types.ts\n${types}\n\`\`\``)}
${crd}
</div>
<p class="note">The CustomResourceDefinition is the output of vmgen for these types, made when this page was built. The same run writes a typed client, informer, lister, deep copies and a fake clientset. The markers are links.</p>
</section>
<section>
<h2>Three commands</h2>
<p class="lead">They create the project of an operator, with a controller, its permissions, its deployment and its tests, and run the tests without a cluster. Until the first release, <a href="/start/">the packages come from a clone</a>.</p>
${start}
</section>
<section>
<h2>What it does</h2>
<div class="features">
${features.join('\n')}
</div>
</section>
<section>
<h2>Compared with kube-apiserver</h2>
<p class="lead">The suites of other projects run on kube-apiserver and on the embedded server. <a href="/testing/#suites-of-other-projects">Each difference has a reason</a>.</p>
${render(peers)}
</section>
<section>
<h2>Other tools</h2>
<p class="lead">The role of vmgen beside <a href="/comparison/">code-generator, controller-runtime, kube-rs and client-node</a>, and <a href="/benchmarks/">benchmarks</a> with the command behind each figure. You come from <a href="/migration/client-go/">Go</a> or from <a href="/migration/client-node/">client-node</a>: both pages show idiom beside idiom.</p>
</section>
</main>`,
  };
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
