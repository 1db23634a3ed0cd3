import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listenAddresses } from './listen-addresses.js';

describe('the addresses to listen on', () => {
  test('are all addresses only for 0.0.0.0 and ::', async () => {
    assert.equal((await listenAddresses('127.0.0.1')).address, '127.0.0.1');
    for (const everywhere of ['0.0.0.0', '::']) {
      const { address, inUrl, certified } = await listenAddresses(everywhere);
      assert.equal(address, everywhere);
      assert.equal(inUrl, '127.0.0.1');
      assert.ok(certified.includes('127.0.0.1') && !certified.includes(everywhere));
    }
    for (const host of ['0', '0x0', '00.0', '::0', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0']) {
      await assert.rejects(
        listenAddresses(host),
        /to listen on all addresses, use 0\.0\.0\.0/,
        host,
      );
    }
  });

  test('are not created from an invalid host', async () => {
    for (const host of [
      '',
      ' ',
      '127.0.0.1 ',
      'a b',
      '[::1]',
      'a/b',
      'user@a',
      'a\u001b',
      '::1%lo',
    ]) {
      await assert.rejects(listenAddresses(host), /is not a host name or IP address/, host);
    }
  });

  test('are formatted for URLs', async () => {
    assert.equal((await listenAddresses('::1')).inUrl, '[::1]');
    assert.equal((await listenAddresses('localhost')).inUrl, 'localhost');
  });
});
