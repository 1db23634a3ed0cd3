// Creates or changes owners of test/bench/operator.ts from a process of its own, so that the time of
// the client is not that of the benchmark. Usage: node shop-load.js LOAD
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../load-connection.js';
import { shopText } from './shop.js';

/** What one process does. */
export interface ShopLoad {
  readonly port: number;
  readonly token: string;
  readonly action: 'create' | 'change';
  /** The number of the first owner. */
  readonly from: number;
  readonly count: number;
  /** The serial number of the first change. */
  readonly serial: number;
  /** The requests per second; 0 for no limit. */
  readonly perSecond: number;
}

const CONNECTIONS = 32;
const COLLECTION = '/apis/bench.vmgen.io/v1/namespaces/default/shops';

const load = JSON.parse(process.argv[2] ?? '') as ShopLoad;
const { port, token, action, from, count, serial, perSecond } = load;
const connections = await Promise.all(
  Array.from({ length: Math.min(CONNECTIONS, count) }, () => Connection.open(port, token)),
);
const answered: [serial: number, ms: number][] = [];
const startMs = performance.now();
let next = 0;
await Promise.all(
  connections.map(async (connection) => {
    for (let index = next++; index < count; index = next++) {
      if (perSecond > 0) {
        const waitMs = startMs + (index / perSecond) * 1000 - performance.now();
        if (waitMs > 0) await sleep(waitMs);
      }
      await send(connection, index);
      answered.push([serial + index, performance.timeOrigin + performance.now()]);
    }
  }),
);
for (const connection of connections) connection.close();
console.log(JSON.stringify(answered));

function send(connection: Connection, index: number): Promise<unknown> {
  const number = from + index;
  if (action === 'create') return connection.request('POST', COLLECTION, shopText(number), 201);
  const body = JSON.stringify({ spec: { serial: serial + index } });
  return connection.request('PATCH', `${COLLECTION}/shop-${number}`, body, 200);
}
