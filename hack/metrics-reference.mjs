// @ts-check
// Prints docs/reference/metrics.md: every metric of an operator and of the embedded API server. Runs an operator with each
// part that has metrics, and records what the parts register. Fails if a metric of the sources was not registered.
// With --typescript, prints generator/src/monitoring/known-metrics.ts instead, from which dashboards and alerts are checked.
// Build first: npm run build.
// Usage: node hack/metrics-reference.mjs [--typescript]
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApiServer } from '@vmgen/apiserver';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { createManager } from '@vmgen/manager';
import { createHttpTransport } from '@vmgen/runtime';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createServerCertificate } from '../packages/manager/dist/certificates/certificates.js';

const ROOT = path.join(import.meta.dirname, '..');
const TIMEOUT_MS = 30_000;

/** The sections of the page with the prefixes of their metrics. */
const SECTIONS = {
  Controllers: [
    'controller_runtime_reconcile_',
    'controller_runtime_terminal_',
    'controller_runtime_max_',
    'controller_runtime_active_',
    'vmgen_reconcile_',
    'vmgen_skipped_',
  ],
  'Work queues': ['workqueue_', 'vmgen_workqueue_'],
  Caches: ['informer_', 'reflector_', 'vmgen_function_'],
  Requests: ['rest_client_'],
  'Leader election and sharding': ['leader_election_', 'vmgen_shard'],
  Webhooks: [
    'controller_runtime_webhook_',
    'controller_runtime_conversion_webhook_',
    'vmgen_webhook_',
  ],
  'Certificate files': ['certwatcher_'],
};

/** @typedef {{ name: string, type: string, labels: readonly string[], help: string }} Metric */

const metrics = await operatorMetrics();
checkComplete(metrics);
process.stdout.write(
  process.argv[2] === '--typescript'
    ? moduleOf([...metrics, ...(await processMetrics())])
    : pageOf(metrics, await serverMetrics(), await processNames()),
);

/** The metrics of an operator, with and without sharding. @returns {Promise<Metric[]>} */
async function operatorMetrics() {
  /** @type {Map<string, Metric>} */
  const found = new Map();
  const metrics = recording(found);
  const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-metrics-'));
  try {
    const tls = await certificateFiles(folder);
    const webhooks = { port: 0, host: '127.0.0.1', tls, limits: { drainTimeoutMs: 0 } };
    await runOperator({ metrics, server: { port: 0, tls }, webhooks });
    await runOperator({ metrics, sharding: { shards: 1 } });
  } finally {
    rmSync(folder, { recursive: true });
  }
  await createHttpTransport({ server: 'http://127.0.0.1:1' }, { metrics }).close();
  return [...found.values()];
}

/**
 * Metrics that record what is registered, and no values.
 * @param {Map<string, Metric>} found
 * @returns {import('@vmgen/runtime').Metrics}
 */
function recording(found) {
  const ignored = () => {};
  const series = { add: ignored, set: ignored, observe: ignored, remove: ignored };
  /** @param {string} type */
  const register =
    (type) =>
    /** @param {import('@vmgen/runtime/observability').MetricOptions} options */
    ({ name, labels = [], help }) => {
      found.set(name, { name, type, labels, help });
      return series;
    };
  const gauge = register('gauge');
  const observe = (/** @type {import('@vmgen/runtime/observability').MetricOptions} */ options) => {
    gauge(options);
    return ignored;
  };
  return { counter: register('counter'), gauge, histogram: register('histogram'), observe };
}

/** @param {string} folder */
async function certificateFiles(folder) {
  const from = new Date();
  const to = new Date(from.getTime() + 86_400_000);
  const { cert, key } = await createServerCertificate({ dnsNames: ['localhost'], from, to });
  const files = { certFile: path.join(folder, 'tls.crt'), keyFile: path.join(folder, 'tls.key') };
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
  return files;
}

/**
 * Runs an operator until it has reconciled an object. @param {Partial<import('@vmgen/manager').ManagerOptions>} options
 */
async function runOperator(options) {
  const fake = createFakeTransport();
  const manager = createManager(fake, { name: 'metrics', webhooks: false, ...options });
  const { configMaps } = manager.cache({ configMaps: configMapResource });
  const stopping = new AbortController();
  manager.webhook(configMapResource, { validate: { create: () => undefined } });
  manager.controller(configMaps).reconcile(async () => stopping.abort());
  await fake.request({
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { name: 'a' } }),
  });
  const late = setTimeout(() => stopping.abort(), TIMEOUT_MS);
  await manager.run({ signal: stopping.signal });
  clearTimeout(late);
  await fake.close();
}

/** The metrics of the embedded API server, from its page. @returns {Promise<Metric[]>} */
async function serverMetrics() {
  const server = createApiServer();
  // Series have labels only after a request.
  await server.handle({ method: 'GET', path: '/api/v1/namespaces' });
  const page = await server.handle({ method: 'GET', path: '/metrics' });
  const text = await page.text();
  await server.close();
  const found = text.matchAll(/^# HELP (apiserver_\w+) (.*)\n# TYPE \S+ (\w+)\n\w+\{(.*)\} /gm);
  return Array.from(found, ([, name = '', help = '', type = '', series = '']) => {
    const labels = Array.from(series.matchAll(/(\w+)="/g), ([, label = '']) => label);
    return { name, type, labels, help };
  });
}

/** The metrics of the process that always have the same series. @returns {Promise<Metric[]>} */
async function processMetrics() {
  const text = await createPrometheusRegistry().text();
  const found = text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \1 (\w+)\n\1 /gm);
  return Array.from(found, ([, name = '', help = '', type = '']) => {
    return { name, type, help, labels: [] };
  });
}

/** The names of the metrics of the process, in code spans. */
async function processNames() {
  const found = (await createPrometheusRegistry().text()).matchAll(/^# TYPE (\w+)/gm);
  const names = Array.from(found, ([, name]) => name).sort();
  return names.map((name) => `\`${name}\``).join(', ');
}

/** Every name of a metric in the sources belongs to a registered one. @param {readonly Metric[]} registered */
function checkComplete(registered) {
  const missing = ['packages/runtime/src', 'packages/manager/src']
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
        .flatMap((file) => namesIn(path.join(ROOT, folder, file))),
    )
    .filter((pattern) => !registered.some(({ name }) => pattern.test(name)));
  if (missing.length === 0) return;
  throw new Error(
    `no part registered ${missing.join(', ')}: run the part in hack/metrics-reference.mjs`,
  );
}

/** The names of metrics in a source file, each as a pattern. @param {string} file */
function namesIn(file) {
  const text = readFileSync(file, 'utf8').replaceAll(/^\s*(\*|\/\/).*$/gm, '');
  if (!/\bmetrics\b/i.test(text)) return [];
  const names = text.matchAll(/['`]([a-z]+(?:_(?:[a-z]+|\$\{\w+\})){2,})['`]/g);
  return Array.from(names, ([, name = '']) => {
    return new RegExp(`(^|_)${name.replaceAll(/\$\{\w+\}/g, '\\w+')}$`);
  });
}

/**
 * @param {readonly Metric[]} operator
 * @param {readonly Metric[]} server
 * @param {string} processNames
 */
function pageOf(operator, server, processNames) {
  const sections = Object.entries(SECTIONS).map(([title, prefixes]) => ({
    title,
    metrics: operator.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix))),
  }));
  const shown = new Set(sections.flatMap((section) => section.metrics));
  const others = operator.filter((metric) => !shown.has(metric));
  if (others.length > 0) {
    throw new Error(`no section has ${others.map(({ name }) => name).join(', ')}`);
  }
  return `<!-- Code generated by hack/metrics-reference.mjs. DO NOT EDIT. -->

# Metrics

All metrics of an operator, and of the embedded API server. Metrics that controller-runtime or client-go have too have the
same names, types and labels. [The manager](../observability.md#metrics) describes how an operator serves them and adds its own.
A histogram has the series \`_bucket\`, \`_sum\` and \`_count\`.
${sections.map(({ title, metrics }) => sectionOf(title, metrics)).join('')}
## The process

\`createPrometheusRegistry\` of \`@vmgen/runtime/prometheus\`, which \`runManager\` uses, adds the default metrics of
\`prom-client\`. On Linux, these are ${processNames}.

The delays of the event loop, \`nodejs_eventloop_lag_*_seconds\`, are measured once a second.
${sectionOf('The embedded API server', server)}
Its page also has \`process_cpu_seconds_total\`, \`process_resident_memory_bytes\` and \`process_start_time_seconds\`.
`;
}

/** The metrics of an operator as a module. @param {readonly Metric[]} metrics */
function moduleOf(metrics) {
  const entries = [...metrics]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, type, labels }) => {
      const quoted = labels.map((label) => `'${label}'`).join(', ');
      return `  ${name}: { type: '${type}', labels: [${quoted}] },\n`;
    });
  return `// Code generated by hack/metrics-reference.mjs. DO NOT EDIT.

/** The metrics of an operator with their labels. */
export const KNOWN_METRICS = {
${entries.join('')}} as const satisfies Readonly<
  Record<string, { readonly type: string; readonly labels: readonly string[] }>
>;
`;
}

/** @param {string} title @param {readonly Metric[]} metrics */
function sectionOf(title, metrics) {
  const rows = [...metrics]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, type, labels, help }) => {
      const shown = labels.map((label) => `\`${label}\``).join(', ') || 'none';
      return `| \`${name}\` | ${type} | ${shown} | ${help} |\n`;
    });
  return `\n## ${title}\n\n| metric | type | labels | meaning |\n| --- | --- | --- | --- |\n${rows.join('')}`;
}
