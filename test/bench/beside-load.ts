// Load on one API server from a process of its own. It writes HTTP/1.1 to TLS connections directly, so
// that the client takes little CPU and the same for every server. Prints a LoadResult as JSON.
import { Connection } from './load-connection.js';

/** What one process does. */
export interface Load {
  readonly port: number;
  readonly token: string;
  readonly phase: 'create' | 'get' | 'list' | 'watch';
  /** The number of the first object; of a list, how many objects there are. */
  readonly from: number;
  /** How many requests are sent; of a watch, how many objects are created. */
  readonly count: number;
}

export interface LoadResult {
  readonly seconds: number;
  /** Requests, listed objects, or delivered events. */
  readonly done: number;
}

const CONNECTIONS = 16;
const WATCHERS = 100;
const COLLECTION = '/api/v1/namespaces/default/configmaps';

const load = JSON.parse(process.argv[2] ?? '') as Load;

function open(count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => Connection.open(load.port, load.token)));
}

/** Calls `send` for the numbers from `from` on, one at a time on each connection. */
async function spread(
  connections: readonly Connection[],
  send: (connection: Connection, number: number) => Promise<unknown>,
): Promise<void> {
  let next = load.from;
  const end = load.from + load.count;
  const work = async (connection: Connection): Promise<void> => {
    while (next < end) await send(connection, next++);
  };
  await Promise.all(connections.map(work));
}

function create(connection: Connection, number: number): Promise<unknown> {
  const body = JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `bench-${number}`, labels: { app: 'bench', shard: String(number % 10) } },
    data: { first: `the value of object ${number}`, second: 'x'.repeat(100), third: 'y' },
  });
  return connection.request('POST', `${COLLECTION}?fieldManager=bench`, body, 201);
}

async function run(connections: readonly Connection[]): Promise<number> {
  switch (load.phase) {
    case 'create':
      await spread(connections, create);
      return load.count;
    case 'get':
      await spread(connections, (connection, number) =>
        connection.request('GET', `${COLLECTION}/bench-${number}`, undefined, 200),
      );
      return load.count;
    case 'list':
      for (let i = 0; i < load.count; i++) {
        await connections[0]?.request('GET', COLLECTION, undefined, 200);
      }
      return load.count * load.from;
    case 'watch':
      throw new Error('a watch has connections of its own');
  }
}

/** All watchers see all created objects; the time ends with the last event. */
async function fanOut(): Promise<LoadResult> {
  const [writers, watchers] = [await open(CONNECTIONS), await open(WATCHERS)];
  const version = await newestVersion(writers[0]);
  const path = `${COLLECTION}?watch=1&resourceVersion=${version}`;
  const seen = watchers.map((watcher) => watcher.receive(path, load.count));
  await Promise.all(seen.map(({ opened }) => opened));
  const start = performance.now();
  await Promise.all([spread(writers, create), ...seen.map(({ all }) => all)]);
  const seconds = (performance.now() - start) / 1000;
  for (const connection of [...writers, ...watchers]) connection.close();
  return { seconds, done: load.count * WATCHERS };
}

async function newestVersion(connection: Connection | undefined): Promise<string> {
  const text = await connection?.request('GET', `${COLLECTION}?limit=1`, undefined, 200, true);
  const version = /"resourceVersion":"(\d+)"/.exec(text ?? '')?.[1];
  if (version === undefined) throw new Error('a list has no resourceVersion');
  return version;
}

async function measured(): Promise<LoadResult> {
  if (load.phase === 'watch') return fanOut();
  const connections = await open(load.phase === 'list' ? 1 : CONNECTIONS);
  const start = performance.now();
  const done = await run(connections);
  const seconds = (performance.now() - start) / 1000;
  for (const connection of connections) connection.close();
  return { seconds, done };
}

console.log(JSON.stringify(await measured()));
