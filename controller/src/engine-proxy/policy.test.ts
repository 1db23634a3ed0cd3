import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeRandom } from '@vmgen/runtime/testing';
import { creationOf } from '../driver/engine-requests.js';
import { Refusal } from './checked-json.js';
import { allow } from './policy.js';
import { isHarmless } from './policy.test.helper.js';
import { OWNER } from './recorded-engine.test.helper.js';

const BODIES = 20_000;
const MEMBERS = [
  ...['"Privileged":true', '"Binds":["/:/host"]', '"NetworkMode":"host"', '"PidMode":"host"'],
  ...[
    '"CapAdd":["ALL"]',
    '"capadd":["ALL"]',
    '"CapDrop":[]',
    '"SecurityOpt":[]',
    '"HostConfig":{}',
  ],
  ...['"hostConfig":{"Privileged":true}', '"__proto__":{"Privileged":true}', '"PidsLimit":-1'],
  ...[
    '"Image":"other"',
    '"Image":{}',
    '"Labels":{}',
    '"Memory":5',
    '"MemorySwap":5',
    '"Memory":"5"',
  ],
  ...['"NanoCpus":1e9', '"NanoCpus":0.5', '"Devices":[{"PathOnHost":"/dev/sda"}]', '"":0'],
  ...['"\\u0050rivileged":true', '"Privileged\\u0000":true', '"toString":1', '"Runtime":"a"'],
];

test('what the proxy sends for random creations is harmless', () => {
  const random = createFakeRandom(1);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;

  /** Changes a text at a random place: a member, its name, a value or a character. */
  function changed(text: string): string {
    const places = [...text.matchAll(/[{,](?=")|\}/g)].map(({ index }) => index);
    const at = pick(places);
    const [before, after] = [text.slice(0, at + 1), text.slice(at + 1)];
    switch (below(6)) {
      case 0:
        return text[at] === '}' ? text : `${before}${pick(MEMBERS)},${after}`;
      case 1:
        return text[at] === '}' ? `${text.slice(0, at)},${pick(MEMBERS)}${text.slice(at)}` : text;
      case 2:
        return `${before} \n${after}`;
      case 3:
        return text.replace(pick(['"Image"', '"CapAdd"', '"Labels"', '"HostConfig"']), (name) =>
          pick([name.toUpperCase(), name.toLowerCase()]),
        );
      case 4:
        return text.replace(
          pick(['"ALL"', '1024', '"CHOWN"', '500']),
          pick(['0', '"a"', '[]', '""']),
        );
      default:
        return text.slice(0, at) + text.slice(at + below(3));
    }
  }

  const counts = { allowed: 0, refused: 0 };
  const spec = { image: 'nginx', nanoCpus: 500, memoryBytes: 500 };
  const { query, body } = creationOf('c1', OWNER, spec);
  const url = `/containers/create?name=${query.name}`;
  for (let bodies = 0; bodies < BODIES; bodies++) {
    let text = JSON.stringify(body);
    for (let changes = below(4); changes >= 0; changes--) text = changed(text);
    try {
      const { body: sent = '' } = allow({ method: 'POST', url, body: text });
      assert.ok(isHarmless(sent), sent);
      counts.allowed++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      counts.refused++;
    }
  }
  // Neither half of the test is empty.
  assert.ok(counts.allowed > BODIES / 20 && counts.refused > BODIES / 3, JSON.stringify(counts));
});

test('the independent policy rejects what a proxy could let through', () => {
  const { body } = creationOf('c1', OWNER, { image: 'a', nanoCpus: 0, memoryBytes: 0 });
  const text = JSON.stringify(body);
  assert.equal(isHarmless(text), true);
  for (const member of MEMBERS) {
    assert.equal(isHarmless(text.replace('{', `{${member},`)), false, member);
    assert.equal(isHarmless(text.replace('"HostConfig":{', `$&${member},`)), false, member);
  }
  assert.equal(isHarmless(text.replace('1024', '0')), false);
});

test('a container may have a further name of its machine', () => {
  const { body } = creationOf('c1', OWNER, { image: 'nginx', nanoCpus: 0, memoryBytes: 0 });
  const url = '/containers/create?name=vm_default_vm_u1_2';
  const { query } = allow({ method: 'POST', url, body: JSON.stringify(body) });
  assert.equal(query, 'name=vm_default_vm_u1_2');
});
