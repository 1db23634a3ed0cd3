import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { trace } from '@opentelemetry/api';
import { interceptTransport } from '../transport/intercept-transport.js';
import type { Transport, TransportRequest } from '../transport/transport.js';
import { recordingTracer, type RecordedSpan } from './recording-tracer.test.helper.js';
import { traceRequests } from './trace-requests.js';
import type { Tracer } from './tracer.js';

const GET = { method: 'GET', path: '/api/v1/pods?limit=5' } as const;

function answering(status: number, seen: TransportRequest[] = []): Transport {
  return {
    request: async (request) => {
      seen.push(request);
      return { status, headers: {}, body: (async function* () {})(), text: async () => '' };
    },
  };
}

describe('trace requests', () => {
  test('creates a span with request and response attributes, and sends its context to the server', async () => {
    const spans: RecordedSpan[] = [];
    const seen: TransportRequest[] = [];
    const traced = interceptTransport(answering(200, seen), [
      traceRequests(recordingTracer(spans)),
    ]);
    await traced.request({ ...GET, headers: { accept: 'x' } });
    assert.deepEqual(spans, [
      {
        name: 'GET',
        kind: 2,
        attributes: {
          'http.request.method': 'GET',
          'url.path': '/api/v1/pods',
          'http.response.status_code': 200,
        },
        exceptions: [],
        isEnded: true,
      },
    ]);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    assert.deepEqual(seen[0]?.headers, { accept: 'x', traceparent });
  });

  test('marks the spans of rejections and failures as errors, and passes them on unchanged', async () => {
    const spans: RecordedSpan[] = [];
    const tracer = traceRequests(recordingTracer(spans));
    const refused = await interceptTransport(answering(404), [tracer]).request(GET);
    assert.equal(refused.status, 404);
    const failure = new Error('no route');
    const failing = interceptTransport({ request: () => Promise.reject(failure) }, [tracer]);
    await assert.rejects(failing.request(GET), failure);
    assert.deepEqual(
      spans.map(({ status, exceptions, isEnded }) => ({ status, exceptions, isEnded })),
      [
        { status: 2, exceptions: [], isEnded: true },
        { status: 2, exceptions: ['no route'], isEnded: true },
      ],
    );
  });

  test('a tracer that fails in any call does not break requests, and is called once', async () => {
    const throwing = (): never => {
      throw new Error('the exporter is gone');
    };
    const span = {
      setAttribute: throwing,
      recordException: throwing,
      setStatus: throwing,
      spanContext: throwing,
      end: throwing,
    };
    const tracers: Tracer[] = [
      { startActiveSpan: throwing },
      { startActiveSpan: (_name, _options, work) => work(span) },
      {
        startActiveSpan: (_name, _options, work) => {
          work(span);
          return throwing();
        },
      },
    ];
    for (const tracer of tracers) {
      for (const status of [200, 500]) {
        const seen: TransportRequest[] = [];
        const traced = interceptTransport(answering(status, seen), [traceRequests(tracer)]);
        assert.equal((await traced.request(GET)).status, status);
        assert.deepEqual(seen, [{ ...GET, headers: {} }]);
      }
      const failing = { request: () => Promise.reject(new Error('no route')) };
      await assert.rejects(
        interceptTransport(failing, [traceRequests(tracer)]).request(GET),
        /no route/,
      );
    }
  });

  test('accepts a tracer of OpenTelemetry', async () => {
    const tracer = traceRequests(trace.getTracer('test'));
    const response = await interceptTransport(answering(200), [tracer]).request(GET);
    assert.equal(response.status, 200);
  });
});
