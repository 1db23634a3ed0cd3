import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redaction } from './redaction.js';

const SECRETS = '/api/v1/namespaces/default/secrets/db';
const SITES = '/apis/web.example.com/v1/namespaces/default/sites/shop';

test('the values of Secrets are redacted in reads, bodies, answers and lists', () => {
  const redaction = new Redaction([]);
  const secret = {
    kind: 'Secret',
    metadata: { name: 'db' },
    data: { password: 'aHVudGVyMg==' },
    stringData: { user: 'hunter2' },
  };
  const redacted = {
    kind: 'Secret',
    metadata: { name: 'db' },
    data: { password: 'cmVkYWN0ZWQ=' },
    stringData: { user: 'redacted' },
  };
  assert.deepEqual(redaction.redact(secret), redacted);
  // A list has the kind only once, and a patch has none.
  const { kind: _, ...item } = secret;
  const { kind: __, ...redactedItem } = redacted;
  assert.deepEqual(redaction.redact({ kind: 'SecretList', items: [item] }), {
    kind: 'SecretList',
    items: [redactedItem],
  });
  assert.deepEqual(redaction.content(JSON.stringify(item), SECRETS), { json: redactedItem });
  const patch = [
    { op: 'replace', path: '/data/password', value: 'aHVudGVyMg==' },
    { op: 'add', path: '/data', value: { password: 'aHVudGVyMg==' } },
    { op: 'add', path: '/metadata/labels', value: { app: 'db' } },
  ];
  assert.deepEqual(redaction.content(Buffer.from(JSON.stringify(patch)), SECRETS), {
    json: [
      { op: 'replace', path: '/data/password', value: 'redacted' },
      { op: 'add', path: '/data', value: { password: 'redacted' } },
      { op: 'add', path: '/metadata/labels', value: { app: 'db' } },
    ],
  });
  assert.deepEqual(redaction.content('data: {password: hunter2}', SECRETS), {
    omitted: 'it is not JSON, so it cannot be redacted',
  });
});

test('tokens of the API server and copies of whole objects are redacted', () => {
  const redaction = new Redaction([]);
  assert.deepEqual(redaction.redact({ kind: 'TokenRequest', status: { token: 'ey' } }), {
    kind: 'TokenRequest',
    status: { token: 'redacted' },
  });
  assert.deepEqual(redaction.redact({ kind: 'TokenReview', spec: { token: 'ey' } }), {
    kind: 'TokenReview',
    spec: { token: 'redacted' },
  });
  const annotations = {
    'kubectl.kubernetes.io/last-applied-configuration': '{"data":"x"}',
    a: 'b',
  };
  assert.deepEqual(redaction.redact({ kind: 'Secret', metadata: { annotations } }), {
    kind: 'Secret',
    metadata: {
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': 'redacted', a: 'b' },
    },
  });
});

test('configured fields are redacted, and keep their types', () => {
  const redaction = new Redaction(['.spec.password', '.spec.users[].token', '.spec.extra.*']);
  const site = {
    kind: 'Site',
    spec: {
      password: 'hunter2',
      users: [{ name: 'a', token: 'x' }, { name: 'b' }],
      extra: { pin: 1234, isSet: true, nested: { list: ['x', null] } },
    },
  };
  const before = structuredClone(site);
  const json = {
    kind: 'Site',
    spec: {
      password: 'redacted',
      users: [{ name: 'a', token: 'redacted' }, { name: 'b' }],
      extra: { pin: 0, isSet: false, nested: { list: ['redacted', null] } },
    },
  };
  assert.deepEqual(redaction.redact(site), json);
  assert.deepEqual(site, before);
  assert.deepEqual(redaction.content(JSON.stringify(site), SITES), { json });
  const patch = JSON.stringify([{ op: 'add', path: '/spec/users/0', value: { token: 'x' } }]);
  assert.deepEqual(redaction.content(patch, SITES), {
    json: [{ op: 'add', path: '/spec/users/0', value: { token: 'redacted' } }],
  });
  // A text cannot be redacted.
  assert.deepEqual(new Redaction([]).content('a log', SITES), { text: 'a log' });
  assert.deepEqual(redaction.content('a log', SITES), {
    omitted: 'it is not JSON, so it cannot be redacted',
  });
});

test('configured fields are redacted in lists, in their items, and beside them', () => {
  const redaction = new Redaction(['.token', '.items[].password']);
  const found = (token: string, password: string) => ({
    token,
    items: [{ token, password }],
  });
  assert.deepEqual(redaction.redact(found('x', 'y')), found('redacted', 'redacted'));
  assert.deepEqual(redaction.redact([{ token: 'x' }, 1]), [{ token: 'redacted' }, 1]);
  const without = [{ name: 'a' }];
  assert.equal(redaction.redact(without), without);
});

test('hostile names of fields change nothing else', () => {
  const redaction = new Redaction(['.spec.*']);
  const hostile = JSON.parse(
    '{"kind":"constructor","spec":{"__proto__":{"polluted":"x"},"toJSON":"y"}}',
  ) as unknown;
  assert.equal(
    JSON.stringify(redaction.redact(hostile)),
    '{"kind":"constructor","spec":{"__proto__":{"polluted":"redacted"},"toJSON":"redacted"}}',
  );
  assert.equal('polluted' in {}, false);
  assert.throws(() => new Redaction(['spec.password']), {
    message: '"spec.password" is not a field path: write it as .spec.ports[].name',
  });
});
