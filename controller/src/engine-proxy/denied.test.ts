import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { creationOf } from '../driver/engine-requests.js';
import { FOREIGN, ID, OWNER, parsed, startRecorded } from './recorded-engine.test.helper.js';

const SPEC = { image: 'nginx', nanoCpus: 0, memoryBytes: 0 };
const { body: VALID } = creationOf('c1', OWNER, SPEC);
const CREATE = '/containers/create?name=vm_default_vm_u1';
const CAPABILITIES = '["CHOWN","KILL","NET_BIND_SERVICE","SETGID","SETUID"]';

/** A creation with further fields, or other values. */
const created = (changes: object): string => JSON.stringify({ ...VALID, ...changes });
const onHost = (changes: object): string =>
  created({ HostConfig: { ...VALID.HostConfig, ...changes } });
/** The text of a creation with a text at the start of an object. */
const withText = (text: string): string => JSON.stringify(VALID).replace('{', `{${text},`);
const onHostWithText = (text: string): string =>
  JSON.stringify(VALID).replace('"HostConfig":{', `"HostConfig":{${text},`);

const UNUSED = /^vm-controller does not use this method and path$/;
const notAllowed = (place: string): RegExp => new RegExp(`^${place} is not allowed$`);
const exactly = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

type Denied = readonly [title: string, url: string, reason: RegExp, body?: string];

const bodies: readonly (readonly [string, RegExp])[] = [
  ...[
    ...['Privileged', 'Binds', 'Mounts', 'VolumesFrom', 'VolumeDriver', 'Tmpfs', 'NetworkMode'],
    ...['PidMode', 'IpcMode', 'UTSMode', 'UsernsMode', 'CgroupnsMode', 'Devices', 'DeviceRequests'],
    ...['DeviceCgroupRules', 'Sysctls', 'CgroupParent', 'Runtime', 'LogConfig', 'PortBindings'],
    ...['GroupAdd', 'OomScoreAdj', 'ReadonlyPaths', 'MaskedPaths', 'Links', 'privileged', 'BINDS'],
    ...['constructor', 'capAdd'],
  ].map(
    (name) =>
      [onHost({ [name]: true }), notAllowed(`HostConfig\\.${name}`)] satisfies [string, RegExp],
  ),
  ...['Cmd', 'Entrypoint', 'User', 'Env', 'Volumes', 'NetworkingConfig', 'hostconfig'].map(
    (name) => [created({ [name]: {} }), notAllowed(name)] satisfies [string, RegExp],
  ),
  [onHost({ CapAdd: ['SYS_ADMIN'] }), exactly(`HostConfig.CapAdd must be ${CAPABILITIES}`)],
  [onHost({ CapDrop: [] }), exactly('HostConfig.CapDrop must be ["ALL"]')],
  [onHost({ CapDrop: undefined }), exactly('HostConfig.CapDrop must be ["ALL"]')],
  [
    onHost({ SecurityOpt: ['no-new-privileges:true', 'seccomp=unconfined'] }),
    exactly('HostConfig.SecurityOpt must be ["no-new-privileges:true"]'),
  ],
  [onHost({ PidsLimit: 0 }), exactly('HostConfig.PidsLimit must be 1024')],
  [onHost({ MemorySwap: -1 }), exactly('HostConfig.MemorySwap must be 0')],
  [onHost({ NanoCpus: -1 }), /^NanoCpus must be a whole number of at least 0$/],
  [created({ Image: '' }), /^Image must be the name of an image$/],
  [created({ Labels: {} }), /^Labels must be those of vm-controller$/],
  [created({ Labels: { ...VALID.Labels, other: 'a' } }), notAllowed('Labels\\.other')],
  [created({ HostConfig: [] }), /^HostConfig must be an object$/],
  [withText('"__proto__":{"HostConfig":{"Privileged":true}}'), notAllowed('__proto__')],
  [onHostWithText('"__proto__":{"Privileged":true}'), notAllowed('HostConfig\\.__proto__')],
  [withText('"HostConfig":{"Privileged":true},"HOSTCONFIG":{}'), notAllowed('HOSTCONFIG')],
  [onHostWithText('"Privil\\u0065ged":true'), notAllowed('HostConfig\\.Privileged')],
  ['', /^body must be an object$/],
  ['[]', /^body must be an object$/],
  ['{', /^the body must be JSON$/],
  [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, /^body must be an object$/],
  [
    created({ Image: 1 }).replace(
      '"CapDrop":["ALL"]',
      `"CapDrop":${'['.repeat(9_000)}${']'.repeat(9_000)}`,
    ),
    /^Image must be a text$/,
  ],
  [
    JSON.stringify(VALID).replace('["ALL"]', `[${'['.repeat(9_000)}${']'.repeat(9_000)}]`),
    exactly('HostConfig.CapDrop must be ["ALL"]'),
  ],
];

const FILTERS = encodeURIComponent('{"label":["cloudnative.tw/cluster=c1"]}');
const LIST = '{"label":["cloudnative.tw/cluster=c1"]}';
const EVENTS =
  '{"type":["container"],"event":["create","start","die","oom","pause","unpause","update","destroy"],"label":["cloudnative.tw/cluster=c1"]}';

const requests: readonly Denied[] = [
  ...bodies.map(([body, reason], index): Denied => [
    `creation ${index + 1}`,
    `POST ${CREATE}`,
    reason,
    body,
  ]),
  ...[
    ...['POST /containers/ID/exec', 'POST /exec/e1/start', 'POST /build', 'POST /session'],
    ...['POST /commit?container=ID', 'GET /containers/ID/archive?path=/', 'POST /grpc'],
    ...[
      'PUT /containers/ID/archive?path=/',
      'POST /containers/ID/attach',
      'GET /containers/ID/logs',
    ],
    ...['GET /containers/ID/attach/ws', 'GET /containers/ID/export', 'POST /containers/ID/kill'],
    ...[
      'POST /containers/ID/rename?name=a',
      'POST /containers/ID/restart',
      'POST /containers/prune',
    ],
    ...['POST /swarm/init', 'GET /volumes', 'POST /volumes/create', 'POST /networks/create'],
    ...['POST /networks/host/connect', 'GET /plugins', 'POST /plugins/pull', 'POST /images/load'],
    ...['POST /images/nginx/push', 'DELETE /images/nginx', 'GET /images/json', 'GET /images/get'],
    ...['GET /secrets', 'GET /info', 'POST /auth', 'GET /_ping', 'POST /services/create'],
    ...['PATCH /version', 'PUT /version', 'POST /version', 'OPTIONS /version', 'GET /'],
    ...['GET /v1.41/version', 'GET //version', 'GET /version/', 'GET /./version', 'GET /VERSION'],
    ...['GET /%76ersion', 'GET /containers/../version', 'GET http://engine/version'],
    ...['POST /v1.41/containers/create?name=a', 'POST //containers/create', 'GET /version#a'],
    ...['POST /containers/ID/start/', 'POST /containers/ID//start', 'POST /containers/ID%2Fstart'],
    ...['POST /containers/ID%2fexec%2f..%2fstart/start', 'POST /containers/../start'],
    ...['POST /containers/*/start', 'POST /containers/ID\\start', 'POST /containers/ID/START'],
    ...['DELETE /containers/', 'DELETE /containers/.', 'DELETE /containers/ID/json'],
  ].map((line): Denied => [line, line.replace('ID', ID), UNUSED]),
  ['an import', 'POST /images/create?fromSrc=http://a/b.tar', /^fromImage must be a text$/],
  [
    'an import without a name',
    'POST /images/create?fromImage=&tag=a',
    /^fromImage must be the name/,
  ],
  [
    'an import beside a name',
    'POST /images/create?fromImage=a&tag=b&fromSrc=-',
    notAllowed('the parameter fromSrc'),
  ],
  [
    'a repeated parameter',
    'POST /images/create?fromImage=a&fromImage=b&tag=c',
    /fromImage is repeated$/,
  ],
  ['an encoded repetition', 'POST /images/create?fromImage=a&from%49mage=b&tag=c', /is repeated$/],
  [
    'another name',
    'POST /containers/create?name=a',
    /name must be "vm_default_vm_u1"$/,
    created({}),
  ],
  ...['_0', '_01', '_a', '_1_1', '1', '__1'].map((suffix): Denied => [
    `the name with ${suffix}`,
    `POST ${CREATE}${suffix}`,
    /name must be "vm_default_vm_u1"$/,
    created({}),
  ]),
  ['no name', 'POST /containers/create', /name must be "vm_default_vm_u1"$/, created({})],
  [
    'another platform',
    `POST ${CREATE}&platform=a`,
    notAllowed('the parameter platform'),
    created({}),
  ],
  ['a list of all containers', 'GET /containers/json?all=true', /^filters must be a text$/],
  [
    'a list by another label',
    `GET /containers/json?all=true&filters=${encodeURIComponent('{"label":["app"]}')}`,
    /^filters must select a label of vm-controller$/,
  ],
  [
    'a list by a further filter',
    `GET /containers/json?all=true&filters=${encodeURIComponent('{"label":["cloudnative.tw/cluster=c1"],"volume":["a"]}')}`,
    exactly(`the parameter filters must be ${JSON.stringify(LIST)}`),
  ],
  [
    'sizes of containers',
    `GET /containers/json?all=true&size=1&filters=${FILTERS}`,
    /size is not allowed$/,
  ],
  [
    'events of all kinds',
    `GET /events?filters=${FILTERS}`,
    exactly(`the parameter filters must be ${JSON.stringify(EVENTS)}`),
  ],
  ['an old event', `GET /events?since=0&filters=${FILTERS}`, notAllowed('the parameter since')],
  ['another grace period', `POST /containers/${ID}/stop?t=0`, /^the parameter t must be "5"$/],
  ['a signal', `POST /containers/${ID}/stop?t=5&signal=1`, notAllowed('the parameter signal')],
  [
    'a removed link',
    `DELETE /containers/${ID}?force=true&v=true&link=1`,
    notAllowed('the parameter link'),
  ],
  [
    'a checkpoint',
    `POST /containers/${ID}/start?checkpoint=a`,
    notAllowed('the parameter checkpoint'),
  ],
  ['a stream of samples', `GET /containers/${ID}/stats`, /^the parameter stream must be "false"$/],
  [
    'an update of devices',
    `POST /containers/${ID}/update`,
    notAllowed('Devices'),
    JSON.stringify({ NanoCpus: 0, Memory: 0, MemorySwap: 0, PidsLimit: 1_024, Devices: [] }),
  ],
  [
    'an update without a limit of processes',
    `POST /containers/${ID}/update`,
    /^PidsLimit must be 1024$/,
    JSON.stringify({ NanoCpus: 0, Memory: 0, MemorySwap: 0 }),
  ],
];

const PREFIX = 'vm-engine-proxy refuses the request: ';

describe('the proxy of the engine refuses, and the engine receives nothing', () => {
  for (const [title, request, reason, body] of requests) {
    test(title, async (t) => {
      const { send, received, lines } = await startRecorded(t);
      const [method = '', url = ''] = request.split(' ');
      const { status, message } = await send(method, url, body);
      assert.equal(status, 403, message);
      assert.ok(message.startsWith(PREFIX), message);
      assert.match(message.slice(PREFIX.length), reason);
      assert.deepEqual(received, []);
      assert.equal(lines.length, 1);
      const {
        msg,
        method: logged,
        reason: why,
      } = JSON.parse(lines[0] ?? '') as Record<string, string>;
      assert.deepEqual([msg, logged, `${PREFIX}${why}`], ['refused a request', method, message]);
    });
  }

  const line = 'GET /version HTTP/1.1\r\nHost: a\r\n';
  const post = `POST ${CREATE} HTTP/1.1\r\nHost: a\r\n`;
  // Allowed if it is sent with its length.
  const valid = created({});
  const chunked = `${valid.length.toString(16)}\r\n${valid}\r\n0\r\n\r\n`;
  const raw: readonly (readonly [title: string, status: number, request: string])[] = [
    ['a chunked body', 403, `${post}Transfer-Encoding: chunked\r\n\r\n${chunked}`],
    ['two lengths', 400, `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    [
      'a length and a chunked body',
      400,
      `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
    ],
    ['an obscured encoding', 400, `${post}Transfer-Encoding : chunked\r\n\r\n${chunked}`],
    ['an upgrade', 403, `${line}Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n`],
    ['an upgrade to HTTP/2', 403, `${line}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`],
    ['an upgrade that is not requested of a proxy', 403, `${line}Upgrade: tcp\r\n\r\n`],
    ['a tunnel', 403, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['large headers', 431, `${line}A: ${'a'.repeat(9_000)}\r\n\r\n`],
    ['a large body', 413, `${post}Content-Length: 70000\r\n\r\n${' '.repeat(70_000)}`],
    ['what is not HTTP', 400, 'hello\r\n\r\n'],
    ['a folded header', 400, `${line}A: a\r\n b\r\n\r\n`],
    ['a line break in a header', 400, `${line}A: a\rTransfer-Encoding: chunked\r\n\r\n`],
  ];
  for (const [title, status, request] of raw) {
    test(title, async (t) => {
      const { sendRaw, received, lines } = await startRecorded(t);
      const answer = parsed(await sendRaw(request));
      assert.equal(answer.status, status);
      assert.ok(answer.message.startsWith(PREFIX), answer.message);
      assert.deepEqual(received, []);
      assert.equal(lines.length, 1);
    });
  }

  test('what follows a refused request on its connection', async (t) => {
    const { sendRaw, received } = await startRecorded(t);
    const answer = await sendRaw(`${post}Content-Length: 0\r\n\r\n${line}\r\n`);
    assert.equal(answer.match(/^HTTP\/1\.1 /gm)?.length, 1);
    assert.deepEqual(received, []);
  });

  for (const [method, action, body] of [
    ['GET', '/json'],
    ['GET', '/stats?stream=false'],
    ['POST', '/start'],
    ['POST', '/stop?t=5'],
    ['POST', '/unpause'],
    [
      'POST',
      '/update',
      JSON.stringify({ NanoCpus: 0, Memory: 0, MemorySwap: 0, PidsLimit: 1_024 }),
    ],
    ['DELETE', '?force=true&v=true'],
  ] as const) {
    test(`${method} ${action} of a container without the labels, beyond its inspection`, async (t) => {
      const { send, received } = await startRecorded(t);
      const { status, message } = await send(method, `/containers/${FOREIGN}${action}`, body);
      assert.equal(status, 403);
      assert.match(message, /container stranger does not have the labels of vm-controller$/);
      assert.deepEqual(
        received.map(({ call }) => call),
        [`GET /containers/${FOREIGN}/json`],
      );
    });
  }

  test('control characters are escaped in the log', async (t) => {
    const { send, lines } = await startRecorded(t);
    const body = created({ ['\u001b[2J\n\u202e']: 1 });
    const { message } = await send('POST', CREATE, body);
    assert.match(message, /is not allowed$/);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /^[^\u0000-\u001f\u202e]*\n$/);
  });
});
