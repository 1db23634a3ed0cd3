import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { createManager, deny } from '@vmgen/manager';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';

/**
 * Serves a validating webhook of ConfigMaps, with the rule of test/bench/go-manager/webhook, until the parent
 * disconnects. Usage: fork with PORT and CERTIFICATE_FOLDER
 */
const [port, folder] = process.argv.slice(2);
const stopping = new AbortController();
process.once('disconnect', () => stopping.abort());

// Without caches and an election, the manager sends no requests.
const transport = { request: () => Promise.reject(new Error('there is no API server')) };
const manager = createManager(transport, {
  name: 'bench',
  leaderElection: false,
  metrics: createPrometheusRegistry().metrics,
  webhooks: {
    port: Number(port),
    host: '127.0.0.1',
    tls: { certFile: `${folder}/tls.crt`, keyFile: `${folder}/tls.key` },
    limits: { drainTimeoutMs: 0 },
  },
});
const check = (data: Readonly<Record<string, string>> = {}) =>
  Object.keys(data).length > 10 ? deny('at most 10 keys') : undefined;
manager.webhook(configMapResource, {
  validate: { create: ({ data }) => check(data), update: ({ data }) => check(data) },
});
await manager.run({ signal: stopping.signal });
