import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { Kubectl } from './kubectl.js';
import { waitFor } from './wait-for.js';

const WITHIN_MS = 60_000;

/** Reads a page, also with a certificate that the server created itself. */
async function get(url: string, headers: Readonly<Record<string, string>>) {
  const options = { headers, rejectUnauthorized: false, agent: false };
  const request = url.startsWith('https:') ? https.get(url, options) : http.get(url, options);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: response.statusCode, text: await text(response) };
}

/**
 * Reads the metrics of a Deployment without a token, with an invalid one, and with that of a ServiceAccount before and
 * after it is bound to the ClusterRole of readers.
 */
export async function checkMetricsAccess(
  kubectl: Kubectl,
  {
    namespace,
    deployment,
    role,
    scheme = 'http',
  }: { namespace: string; deployment: string; role: string; scheme?: 'http' | 'https' },
): Promise<void> {
  const account = 'metrics-reader';
  const newToken = async (): Promise<string> =>
    (await kubectl('create', 'token', account, '-n', namespace)).trim();
  await kubectl('create', 'serviceaccount', account, '-n', namespace);
  const target = ['-n', namespace, `deployment/${deployment}`, ':8081'];
  const forward = kubectl.start('port-forward', ...target);
  try {
    const port = await waitFor('the port', WITHIN_MS, () => {
      return /127\.0\.0\.1:(\d+) ->/.exec(forward.stdout())?.[1];
    });
    const read = (headers: Readonly<Record<string, string>>) =>
      get(`${scheme}://127.0.0.1:${port}/metrics`, headers);
    assert.equal((await read({})).status, 401);
    assert.equal((await read({ authorization: 'Bearer invalid' })).status, 401);
    assert.equal((await read({ authorization: `Bearer ${await newToken()}` })).status, 403);
    // The answer for the former token is cached for a minute.
    const binding = ['--clusterrole', role, '--serviceaccount', `${namespace}:${account}`];
    await kubectl('create', 'clusterrolebinding', account, ...binding);
    // The authorizer of the API server follows with a delay, and no answer for a new token is cached.
    const metrics = await waitFor('the binding has an effect', WITHIN_MS, async () => {
      const { status, text } = await read({ authorization: `Bearer ${await newToken()}` });
      if (status === 403) return undefined;
      assert.equal(status, 200);
      return text;
    });
    assert.ok(metrics.includes('\nleader_election_master_status{'));
  } finally {
    await kubectl('delete', 'clusterrolebinding', account, '--ignore-not-found');
    await forward.end();
  }
}
