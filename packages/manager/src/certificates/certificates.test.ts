import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAuthority, createServerCertificate, parseCertificates } from './certificates.js';

const from = new Date('2026-01-01T00:00:00Z');
const to = new Date('2027-01-01T00:00:00Z');

test('an authority signs certificates of servers', async () => {
  const authority = await createAuthority({ from, to });
  const dnsNames = ['webhooks.default.svc', 'webhooks.default.svc.cluster.local'];
  const request = { dnsNames, from, to };
  const issued = await createServerCertificate(request, authority);
  const [ca, leaf] = parseCertificates(`${authority.cert}${issued.cert}`);
  assert.ok(ca?.ca === true && leaf?.ca === false);
  assert.ok(leaf.checkIssued(ca) && leaf.verify(ca.publicKey));
  assert.ok(!ca.verify(leaf.publicKey));
  assert.equal(leaf.subjectAltName, dnsNames.map((name) => `DNS:${name}`).join(', '));
  assert.deepEqual(leaf.keyUsage, ['1.3.6.1.5.5.7.3.1']);
  assert.deepEqual([new Date(leaf.validFrom), new Date(leaf.validTo)], [from, to]);
});

test('a certificate without an authority signs itself', async () => {
  const request = { dnsNames: ['localhost'], from, to };
  const [certificate] = parseCertificates((await createServerCertificate(request)).cert);
  assert.ok(certificate?.verify(certificate.publicKey));
});
