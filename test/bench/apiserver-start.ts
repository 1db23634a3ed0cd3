// One start of the embedded API server in a process of its own; prints what it took as JSON.
const loaded = performance.now();
const { createApiServer, startHttpsServer } = await import('@vmgen/apiserver');
const begun = performance.now();
const server = createApiServer();
const running = await startHttpsServer(server);
const ready = performance.now();
const freshMiB = process.memoryUsage.rss() / 2 ** 20;

/** How long one request takes in process, to the end of its answer. */
async function timed(method: 'GET' | 'POST', path: string, body?: object): Promise<number> {
  const start = performance.now();
  const headers = { 'content-type': 'application/json' };
  const response = await server.handle({
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.text();
  if (response.status >= 400) throw new Error(`${path} answers ${response.status}`);
  return performance.now() - start;
}

const labels = { app: 'a' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const deployment = (name: string) => ({
  metadata: { name },
  spec: { selector: { matchLabels: labels }, template },
});
const deployments = '/apis/apps/v1/namespaces/default/deployments';

const discoveryMs = await timed('GET', '/apis');
const firstMs = await timed('POST', deployments, deployment('first'));
const secondMs = await timed('POST', deployments, deployment('second'));
const openApiMs = await timed('GET', '/openapi/v3');
const usedMiB = process.memoryUsage.rss() / 2 ** 20;
await running.close();
console.log(
  JSON.stringify({
    loadMs: begun - loaded,
    readyMs: ready - begun,
    freshMiB,
    discoveryMs,
    firstMs,
    secondMs,
    openApiMs,
    usedMiB,
  }),
);

export {};
