import { Agent, request } from 'node:https';
import { createHttpTransport } from '@vmgen/runtime';
import { createClientset } from '../../../generated/clientset.js';

// What one GET over TLS takes: `node subject-get.js bare|ours URL`. Prints microseconds.

const WARMUP = 1000;
const GETS = 5000;
const PATH = '/apis/cloudnative.tw/v1alpha1/namespaces/team-01/virtualmachines/vm-000001';

const [who, server = ''] = process.argv.slice(2);
const get = who === 'ours' ? ours() : bare();
for (let i = 0; i < WARMUP; i++) await get();
const start = performance.now();
for (let i = 0; i < GETS; i++) await get();
const micros = ((performance.now() - start) / GETS) * 1000;
process.stdout.write(`${JSON.stringify(micros)}\n`, () => process.exit(0));

function ours(): () => Promise<unknown> {
  const transport = createHttpTransport({ server, insecureSkipTlsVerify: true });
  const machines = createClientset(transport).cloudnativeV1alpha1.virtualMachines('team-01');
  return () => machines.get('vm-000001');
}

/** node:https with its agent that keeps connections, and JSON.parse. */
function bare(): () => Promise<unknown> {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const options = { agent, headers: { accept: 'application/json' } };
  return () =>
    new Promise((resolve, reject) => {
      const call = request(`${server}${PATH}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
        response.on('error', reject);
      });
      call.on('error', reject).end();
    });
}
