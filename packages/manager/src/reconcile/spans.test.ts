import assert from 'node:assert/strict';
import { test } from 'node:test';
import { context, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { Tracer } from '@vmgen/runtime';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { siteResource, startManager, until } from '../site.test.helper.js';

test('exports a span of OpenTelemetry for each reconcile, with its requests as children', async (t) => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  // Without it, OpenTelemetry does not know which span is active.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  t.after(async () => {
    context.disable();
    await provider.shutdown();
  });
  const tracer: Tracer = provider.getTracer('site-operator');
  const parents: (string | undefined)[] = [];
  const ids: string[] = [];
  const { sites, stop } = await startManager(
    t,
    (own) => {
      const { sites: reader } = own.cache({ sites: siteResource });
      own.controller(reader).reconcile(async ({ metadata }, { client, status, reconcileId }) => {
        ids.push(reconcileId);
        if (ids.length > 1) return;
        await status.set({ url: 'https://example.com' });
        await client(configMapResource, metadata.namespace).get('missing');
      });
    },
    {
      tracer,
      through: (fake) => ({
        ...fake,
        request: (request) => {
          if (/configmaps|status/.test(request.path))
            parents.push(request.headers?.['traceparent']);
          return fake.request(request);
        },
      }),
    },
  );
  await sites.create({ metadata: { name: 'shop' }, spec: { html: '' } });
  await until(() => ids.length === 2);
  await stop();

  const spans = exporter.getFinishedSpans();
  const [failed, succeeded] = spans.filter(({ name }) => name === 'reconcile');
  assert.deepEqual(failed?.attributes, {
    controller: 'sites',
    key: 'default/shop',
    reconcileId: ids[0],
    outcome: 'error',
  });
  assert.equal(failed?.status.code, SpanStatusCode.ERROR);
  assert.match(String(failed?.events[0]?.attributes?.['exception.message']), /"missing" not found/);
  assert.equal(succeeded?.status.code, SpanStatusCode.UNSET);
  assert.equal(succeeded.attributes['outcome'], 'success');

  const { traceId, spanId } = failed.spanContext();
  const children = spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === spanId);
  assert.deepEqual(
    children.map(({ name, kind, status, attributes }) => [
      name,
      kind,
      status.code,
      attributes['url.path'],
      attributes['http.response.status_code'],
    ]),
    [
      [
        'PATCH',
        SpanKind.CLIENT,
        SpanStatusCode.UNSET,
        '/apis/web.example.com/v1/namespaces/default/sites/shop/status',
        200,
      ],
      [
        'GET',
        SpanKind.CLIENT,
        SpanStatusCode.ERROR,
        '/api/v1/namespaces/default/configmaps/missing',
        404,
      ],
    ],
  );
  // The server continues the trace.
  assert.deepEqual(
    parents,
    children.map((child) => `00-${traceId}-${child.spanContext().spanId}-01`),
  );
});
