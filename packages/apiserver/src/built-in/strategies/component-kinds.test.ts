import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { testServer } from '../../testing/test-server.js';

test('sets the defaults of the priority level exempt, which kube-apiserver creates itself', async () => {
  const { send } = testServer();
  const path = '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations';
  const spec = { type: 'Exempt', exempt: {} };
  const { body } = await send('POST', path, { metadata: { name: 'exempt' }, spec });
  const exempt = { nominalConcurrencyShares: 0, lendablePercent: 0 };
  assert.deepEqual(body['spec'], { type: 'Exempt', exempt });
});

test('validates the driver and the parameters of classes of volumes', async () => {
  const { send } = testServer();
  const create = (plural: string, object: JsonObject) =>
    send('POST', `/apis/storage.k8s.io/v1/${plural}`, { metadata: { name: 'a' }, ...object });
  const parameters = { '': 'b' };
  for (const [plural, driver, name] of [
    ['volumeattributesclasses', 'driverName', 'VolumeAttributesClass'],
    ['storageclasses', 'provisioner', 'StorageClass'],
  ] as const) {
    const { text } = await create(plural, { [driver]: 'a b', parameters });
    assert.match(text, new RegExp(`${name}.*${driver}: Invalid value: .*name part must consist`));
    assert.match(text, /parameters: Invalid value: .*field can not be empty\./);
    const refused = async (names: number, length: number): Promise<string> => {
      const values = Array.from({ length: names }, (_, i) => [`p${i}`, 'ä'.repeat(length)]);
      const large = { [driver]: 'x.io/A', parameters: Object.fromEntries(values) as JsonObject };
      const { status, text: message } = await create(plural, large);
      await send('DELETE', `/apis/storage.k8s.io/v1/${plural}/a`);
      return `${status} ${/parameters: [\w :]*/.exec(message)?.[0]}`;
    };
    const tooLong = '422 parameters: Too long: may not be more than';
    assert.equal(await refused(513, 0), `${tooLong} 512 bytes`);
    assert.equal(await refused(512, 0), '201 undefined');
    assert.equal(await refused(1, 131_072), `${tooLong} 262144 bytes`);
    assert.equal(await refused(1, 131_071), '201 undefined');
    const valid = await create(plural, { [driver]: 'x.io/A', parameters: { c: 'd' } });
    assert.equal(valid.status, 201, valid.text);
  }
});
