import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WIDGET_API_VERSION } from './model/widget.js';
import { eventually } from './support/followed.js';
import { startLimited } from './support/limited-process.js';
import { eventLine, startScriptedServer, widget } from './support/scripted-server.js';

const OBJECTS = 100_000;

test('row 51: caches 100,000 objects in a heap of 256 MB, including a relist', async (t) => {
  const server = await startScriptedServer((request) => {
    const isFirst = server.watches.length < 2;
    if (!request.isWatch) return request.raw(200, pageOf(request.query));
    if (request.query.has('sendInitialEvents')) return request.refuse(422, 'Invalid');
    if (isFirst) {
      // Long enough to be a watch. Then its version has expired.
      setTimeout(
        () => request.write('{"type":"ERROR","object":{"code":410,"reason":"Expired"}}\n'),
        1100,
      );
    } else request.write(eventLine('ADDED', widget('last', 5_000_000)));
  });
  t.after(() => server.close());
  const child = startLimited(t, 'small-heap', server.url, {
    execArgv: ['--max-old-space-size=256'],
  });
  const [code] = await once(child.process, 'exit');
  assert.equal(code, 0, child.errors());
  await eventually('the last report', () => child.reports.length > 1, child.errors);
  assert.deepEqual(child.reports[0], { is: 'synced', objects: OBJECTS });
  assert.equal(child.reports[1]?.['objects'], OBJECTS + 1);
  t.diagnostic(`heap after the relist: ${Math.round(Number(child.reports[1]?.['heapMb']))} MB`);
});

/** A page of a long list, as kube-apiserver sends it. */
function pageOf(query: URLSearchParams): string {
  const from = Number(query.get('continue') ?? 0);
  const to = Math.min(OBJECTS, from + Number(query.get('limit') ?? OBJECTS));
  const items: string[] = [];
  for (let index = from; index < to; index++) items.push(bigWidget(index));
  const metadata = { resourceVersion: '4000000', ...(to < OBJECTS && { continue: String(to) }) };
  const head = JSON.stringify({ kind: 'WidgetList', apiVersion: WIDGET_API_VERSION, metadata });
  return `${head.slice(0, -1)},"items":[${items.join(',')}]}`;
}

/** About 870 bytes, as a VirtualMachine. */
function bigWidget(index: number): string {
  const object = widget(`w${index}`, 1_000_000 + index, { uid: `0b0f7b1c-${index}` });
  return JSON.stringify({
    ...object,
    metadata: {
      ...object.metadata,
      labels: { app: 'web', tier: `t${index % 10}` },
      annotations: { note: 'x'.repeat(200) },
      managedFields: [{ manager: 'test', operation: 'Update', fieldsV1: { 'f:spec': {} } }],
    },
  });
}
