import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, test } from 'node:test';
import { time } from './der.js';
import { createServingCertificate } from './serving-certificate.js';

const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';

describe('the serving certificate', () => {
  const { caPem, certificatePem, privateKeyPem } = createServingCertificate([
    'localhost',
    '127.0.0.1',
    '::1',
  ]);
  const ca = new X509Certificate(caPem);
  const certificate = new X509Certificate(certificatePem);

  test('is issued by an authority, and is not an authority', () => {
    assert.equal(ca.ca, true);
    assert.ok(ca.checkIssued(ca) && ca.verify(ca.publicKey));
    assert.equal(certificate.ca, false);
    assert.ok(certificate.checkIssued(ca) && certificate.verify(ca.publicKey));
    assert.notEqual(certificate.subject, ca.subject);
    assert.notEqual(certificate.serialNumber, ca.serialNumber);
  });

  test('is valid for a server with these names and addresses only', () => {
    assert.deepEqual(certificate.keyUsage, [SERVER_AUTHENTICATION]);
    assert.equal(certificate.checkHost('localhost'), 'localhost');
    assert.equal(certificate.checkIP('127.0.0.1'), '127.0.0.1');
    assert.equal(certificate.checkIP('::1'), '::1');
    assert.equal(certificate.checkHost('example.com'), undefined);
    assert.equal(certificate.checkIP('127.0.0.2'), undefined);
  });

  test("has a key that differs from the authority's", () => {
    assert.ok(certificate.checkPrivateKey(createPrivateKey(privateKeyPem)));
    assert.ok(!ca.checkPrivateKey(createPrivateKey(privateKeyPem)));
  });

  test('is valid for about a year, starting in the past', () => {
    const days = (Date.parse(certificate.validTo) - Date.now()) / 86_400_000;
    assert.ok(Date.parse(certificate.validFrom) < Date.now());
    assert.ok(days > 360 && days < 370, String(days));
  });
});

test('encodes times from 2050 on with four digits of the year', () => {
  const textOf = (date: string): string => time(new Date(date)).subarray(2).toString();
  assert.equal(textOf('2049-12-31T23:59:59Z'), '491231235959Z');
  assert.equal(textOf('2050-01-01T00:00:00Z'), '20500101000000Z');
});
