import { Agent, get, type IncomingMessage } from 'node:http';
import { runSubject } from './subject.js';

interface Machine {
  readonly metadata: { readonly name: string; readonly namespace: string };
}

const PATH = '/apis/cloudnative.tw/v1alpha1/virtualmachines';

/** The least that anybody would write: one list, JSON.parse, a Map; then a line, JSON.parse, the Map. */
await runSubject(async (server, onObject, onEvent) => {
  const agent = new Agent({ keepAlive: true });
  const machines = new Map<string, Machine>();
  const keep = (machine: Machine): void => {
    machines.set(`${machine.metadata.namespace}/${machine.metadata.name}`, machine);
  };
  const list = JSON.parse(await textOf(await answer(`${server}${PATH}`, agent))) as {
    items: Machine[];
    metadata: { resourceVersion: string };
  };
  for (const machine of list.items) {
    keep(machine);
    onObject();
  }
  const query = `watch=true&resourceVersion=${list.metadata.resourceVersion}`;
  const watch = await answer(`${server}${PATH}?${query}`, agent);
  let rest = '';
  watch.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      keep((JSON.parse(line) as { object: Machine }).object);
      onEvent();
    }
  });
});

function answer(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, { agent }, resolve).on('error', reject));
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
