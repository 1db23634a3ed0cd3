// A process that serves webhooks, which webhook-attacks.stress.test.ts starts with the heap of a generated Deployment.
import { silentLogger, systemClock } from '@vmgen/runtime';
import { defineConversion } from '@vmgen/runtime/conversion';
import { createServerCertificate } from '../certificates/certificates.js';
import { siteResource } from '../site.test.helper.js';
import { WebhookServer } from './webhook-server.js';
import { Webhooks } from './webhooks.js';

const clock = systemClock;
const logger = silentLogger;
const nowMs = clock.date().getTime();
const certificate = await createServerCertificate({
  dnsNames: ['localhost'],
  from: new Date(nowMs - 60_000),
  to: new Date(nowMs + 3_600_000),
});
const webhooks = new Webhooks({ clock, logger, metrics: undefined, tracer: undefined });
webhooks.add(siteResource, {
  default: ({ metadata }) => void (metadata.labels = { tier: 'free' }),
  validate: { create: () => {} },
});
webhooks.addConversion(
  defineConversion({
    group: 'web.example.com',
    kind: 'Site',
    hub: 'v1',
    spokes: { v2: { toHub: {}, fromHub: {} } },
  }),
);
const host = '127.0.0.1';
const settings = { port: 0, host, limits: {}, certificate, webhooks, clock, logger };
const server = await WebhookServer.start(settings);
process.send?.({ port: server.port, ca: certificate.cert });
