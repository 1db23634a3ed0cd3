import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { compileText, fileText, kindWith } from '../testing/compile-text.js';

const RULE = '// +kubebuilder:validation:XValidation:rule=';
interface Written {
  readonly resourceVersion: string;
}

const TYPES = kindWith(
  '  volume: Volume;\n  text: Literal;',
  `export type Volume = Disk | Share;
${RULE}"self.size >= oldSelf.size"
${RULE}"!oldSelf.hasValue() || self.size <= oldSelf.value().size + 10",optionalOldSelf=true
${RULE}"!has(self.oldSelf) || self.oldSelf != 'b'"
export interface Disk {
  type: 'disk';
  oldSelf?: string;
  size: Int32;
  // +k8s:update=NoSet
  label?: string;
}
export interface Share {
  type: 'share';
  host: string;
}
export type Literal = One | Two;
${RULE}"self.one != 'oldSelf'"
export interface One {
  one: string;
}
export interface Two {
  two: string;
}`,
);

test('transition rules of a member of a union apply between values of this member only', async (t) => {
  const result = compileText({ 'example/v1/types.ts': TYPES });
  const file = result.files.find(({ path }) => path.startsWith('crds/'))?.path ?? '';
  const crd = parse(fileText(result, file)) as CustomResourceDefinition;
  const fake = createFakeTransport({ crds: [crd] });
  t.after(() => fake.close());
  const { group, names } = crd.spec;
  const path = `/apis/${group}/v1/namespaces/default/${names.plural}`;
  const { kind } = names;
  let resourceVersion: string | undefined;
  const write = async (method: 'POST' | 'PUT', spec: object): Promise<string> => {
    const metadata = { name: 'a', namespace: 'default', resourceVersion };
    const answer = await fake.request({
      method,
      path: method === 'POST' ? path : `${path}/a`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: `${group}/v1`, kind, metadata, spec }),
    });
    const text = await answer.text();
    if (answer.status >= 300) return text;
    ({ resourceVersion } = (JSON.parse(text) as { metadata: Written }).metadata);
    return 'ok';
  };
  const text = { two: 'a' };
  const of = (volume: object) => ({ volume, text });
  for (const wrong of [
    { ...of({ type: 'disk', size: 1 }), text: { one: 'oldSelf' } },
    of({ type: 'disk', size: 1, oldSelf: 'b' }),
  ]) {
    assert.match(await write('POST', wrong), /failed rule/);
  }
  assert.equal(await write('POST', of({ type: 'share', host: 'a' })), 'ok');
  assert.equal(await write('PUT', of({ type: 'disk', size: 30, label: 'a' })), 'ok');
  assert.match(await write('PUT', of({ type: 'disk', size: 29 })), /failed rule: .*oldSelf\.size/);
  assert.match(await write('PUT', of({ type: 'disk', size: 50 })), /failed rule: .*hasValue/);
  assert.equal(await write('PUT', of({ type: 'disk', size: 31 })), 'ok');
  assert.match(await write('PUT', of({ type: 'disk', size: 31, label: 'a' })), /may not be added/);
  assert.equal(await write('PUT', of({ type: 'share', host: 'a' })), 'ok');
});
