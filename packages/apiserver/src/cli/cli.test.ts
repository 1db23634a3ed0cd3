import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadCrds } from './main.js';
import { parseArguments } from './parse-arguments.js';

const folder = await mkdtemp(join(tmpdir(), 'vmgen-cli-test-'));
after(() => rm(folder, { recursive: true }));

const COMMAND = fileURLToPath(new URL('../../bin/vmgen-apiserver.js', import.meta.url));

const CRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.t.example.com }
spec:
  group: t.example.com
  scope: Namespaced
  names: { plural: widgets, kind: Widget }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object } }
`;

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('the arguments', () => {
  test('have safe defaults', async () => {
    assert.deepEqual(await parseArguments([]), {
      host: '127.0.0.1',
      port: 0,
      writeKubeconfig: undefined,
      writeAssets: undefined,
      crds: [],
      services: {},
      authorization: 'AlwaysAllow',
      garbageCollection: true,
      storageQuotaBytes: undefined,
    });
  });

  test('disable the garbage collector', async () => {
    const parsed = await parseArguments(['--enable-garbage-collector=false']);
    assert.equal('crds' in parsed && parsed.garbageCollection, false);
  });

  test('enforce roles and bindings', async () => {
    const parsed = await parseArguments(['--authorization-mode', 'RBAC']);
    assert.equal('crds' in parsed && parsed.authorization, 'RBAC');
  });

  test('set the storage quota', async () => {
    const parsed = await parseArguments(['--storage-quota-bytes', '1000000']);
    assert.equal('crds' in parsed && parsed.storageQuotaBytes, 1_000_000);
  });

  test('accept several paths of CRDs', async () => {
    const args = ['--crds', 'a', 'b', '--port', '6443', '--crds', 'c'];
    const parsed = await parseArguments(args);
    assert.deepEqual('crds' in parsed && [parsed.crds, parsed.port], [['a', 'b', 'c'], 6443]);
  });

  test('map Services to URLs', async () => {
    const parsed = await parseArguments(['--service', 'default/hooks=https://127.0.0.1:9443']);
    assert.deepEqual('crds' in parsed && parsed.services, {
      'default/hooks': 'https://127.0.0.1:9443',
    });
  });

  test('exit with code 2 and a message if they are invalid', async () => {
    const cases: [string[], RegExp][] = [
      [['--port', '65536'], /--port "65536": must be an integer from 0 to 65535/],
      [['--port', 'x'], /--port "x"/],
      ...['', ' ', ' 1', '1 ', '+1', '1e3', '0x10', '1.0', '\uff11', '000001', 'NaN'].map(
        (port): [string[], RegExp] => [['--port', port], /--port ".*": must be an integer/],
      ),
      [['--port', '-1'], /port/],
      ...['', '0', '-1', '1e9', '2GiB', '1.5'].map((quota): [string[], RegExp] => [
        [`--storage-quota-bytes=${quota}`],
        /--storage-quota-bytes ".*": must be a positive integer/,
      ]),
      ...['hooks=https://a', 'a/b', 'a/b=c', 'a/b=ftp://c', ''].map(
        (service): [string[], RegExp] => [
          ['--service', service],
          /--service ".*": must be NAMESPACE\/NAME=URL/,
        ],
      ),
      ...['', 'rbac', 'Node,RBAC', 'constructor'].map((mode): [string[], RegExp] => [
        [`--authorization-mode=${mode}`],
        /--authorization-mode ".*": must be AlwaysAllow or RBAC/,
      ]),
      [['--nope'], /nope/],
      [['extra'], /extra/],
      [['--crds'], /crds/],
      [['--crds', ''], /--crds is empty: specify a file or folder, or omit the option/],
      [['--crds', 'a', ' '], /--crds is empty/],
      ...['', ' ', '127.0.0.1 ', '[::1]', 'a,b', 'https://a', '\u001b[2J'].map(
        (host): [string[], RegExp] => [
          ['--host', host],
          /--host ".*": must be a host name or an IP address; 0\.0\.0\.0 means all/,
        ],
      ),
      [['--host='], /--host "": must be/],
      [['--no-host'], /no-host/],
      [['--host.x', '1'], /host\.x/],
      [
        ['--write-kubeconfig', ''],
        /--write-kubeconfig is empty: specify a file, or omit the option/,
      ],
      [['--write-kubeconfig', ' '], /--write-kubeconfig is empty/],
      [['--no-write-kubeconfig'], /no-write-kubeconfig/],
      [['--write-assets', ''], /--write-assets is empty: specify a folder/],
      [['--write-assets', 'a', '--write-assets=b'], /--write-assets must not be repeated/],
      [['--write-assets', 'a', '--port=1'], /--write-assets starts no server: omit --port=1/],
      [['--enable-garbage-collector=no'], /--enable-garbage-collector "no": must be true or false/],
      [['--enable-garbage-collector'], /enable-garbage-collector/],
      [['--port', '1', '--port', '2'], /--port must not be repeated/],
      [['--host', 'a', '--host', 'b'], /--host must not be repeated/],
      [
        ['--write-kubeconfig', 'a', '--write-kubeconfig', 'b'],
        /--write-kubeconfig must not be repeated/,
      ],
    ];
    for (const [args, expected] of cases) {
      const parsed = await parseArguments(args);
      assert.ok('exitCode' in parsed && parsed.exitCode === 2, args.join(' '));
      assert.match(parsed.text, expected);
      assert.match(parsed.text, /--help/);
    }
  });

  test('print the help or the version', async () => {
    const help = await parseArguments(['--help']);
    assert.ok('exitCode' in help && help.exitCode === 0);
    assert.match(help.text, /--write-kubeconfig/);
    const version = await parseArguments(['--version']);
    assert.ok('text' in version);
    assert.match(version.text, /^\d+\.\d+\.\d+$/);
  });
});

/** Nine nested lists of nine aliases each: about 400 million values. */
const ALIASES = Array.from({ length: 9 }, (_, level) => {
  const item = level === 0 ? 'x' : `*l${level - 1}`;
  return `l${level}: &l${level} [${Array.from({ length: 9 }, () => item).join(', ')}]\n`;
}).join('');

describe('CRD files', () => {
  test('can have several documents and be in a folder', async () => {
    const sub = join(folder, 'crds');
    await mkdir(sub);
    await writeFile(join(sub, 'b.yaml'), `${CRD}---\n---\n${CRD.replaceAll('widgets', 'gadgets')}`);
    await writeFile(
      join(sub, 'a.json'),
      JSON.stringify({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }),
    );
    await writeFile(join(sub, 'README.md'), 'no CRD');
    const loaded = await loadCrds([sub]);
    assert.deepEqual(
      loaded.map(({ file: path, crd }) => [
        path,
        'spec' in crd ? crd.spec.names.plural : undefined,
      ]),
      [
        [join(sub, 'a.json'), undefined],
        [join(sub, 'b.yaml'), 'widgets'],
        [join(sub, 'b.yaml'), 'gadgets'],
      ],
    );
  });

  test('are reported with a fix if they are invalid', async () => {
    await mkdir(join(folder, 'empty'));
    const cases: [string, RegExp][] = [
      [join(folder, 'absent'), /absent: no such file or folder; check the path/],
      [join(folder, 'empty'), /empty: the folder contains no/],
      [await file('bad.yaml', 'a: [1'), /bad\.yaml document 1: not YAML: .* at line 1, column/],
      [await file('second.yaml', `${CRD}---\nkind: [1`), /second\.yaml document 2: not YAML/],
      [
        await file('bomb.yaml', ALIASES),
        /bomb\.yaml document 1: not YAML: document contains excessive aliasing/,
      ],
      [
        await file('tag.yaml', `${CRD}x: !!js/function 'f'\n`),
        /tag\.yaml document 1: .*js\/function/,
      ],
      [
        await file('twice.yaml', `${CRD}kind: Other\n`),
        /twice\.yaml document 1: duplicate keys: kind/,
      ],
      [await file('text.yaml', 'text'), /text\.yaml document 1: it is a string, and no object/],
      [
        await file('ns.yaml', 'apiVersion: v1\nkind: Namespace\n'),
        /ns\.yaml document 1: Namespace \(v1\) is not .*; apply other objects with kubectl/,
      ],
    ];
    for (const [path, expected] of cases) {
      await assert.rejects(loadCrds([path]), { name: 'CliError', message: expected });
    }
  });
});

describe('the command', () => {
  test('serves until SIGTERM and exits with code 0', async () => {
    const kubeconfig = join(folder, 'kubeconfig');
    const crds = await file('crd.yaml', CRD);
    const { line, child, ended } = await start('--crds', crds, '--write-kubeconfig', kubeconfig);
    assert.match(line, /^serving https:\/\/127\.0\.0\.1:\d+; to use it, run: export KUBECONFIG=/);
    assert.ok(line.includes(kubeconfig));
    assert.equal((await stat(kubeconfig)).mode & 0o777, 0o600);
    assert.match(await readFile(kubeconfig, 'utf8'), /current-context: vmgen/);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, { code: 0, stderr: '' });
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(`removes its kubeconfig after ${signal}`, async () => {
      const kubeconfig = join(folder, `kubeconfig-${signal}`);
      const { child, ended } = await start('--write-kubeconfig', kubeconfig);
      assert.equal((await stat(kubeconfig)).mode & 0o777, 0o600);
      child.kill(signal);
      assert.deepEqual(await ended, { code: 0, stderr: '' });
      await assert.rejects(stat(kubeconfig), { code: 'ENOENT' });
    });
  }

  test('does not remove a kubeconfig that another server has written in the meantime', async () => {
    const kubeconfig = join(folder, 'shared-kubeconfig');
    const first = await start('--write-kubeconfig', kubeconfig);
    const second = await start('--write-kubeconfig', kubeconfig);
    const text = await readFile(kubeconfig, 'utf8');
    first.child.kill('SIGTERM');
    assert.deepEqual(await first.ended, { code: 0, stderr: '' });
    assert.equal(await readFile(kubeconfig, 'utf8'), text);
    second.child.kill('SIGTERM');
    await second.ended;
    await assert.rejects(stat(kubeconfig), { code: 'ENOENT' });
  });

  test('removes a kubeconfig in a temporary folder', async () => {
    const { line, child, ended } = await start();
    const kubeconfig = /KUBECONFIG=(.+)$/.exec(line)?.[1] ?? '';
    assert.equal((await stat(kubeconfig)).mode & 0o777, 0o600);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, { code: 0, stderr: '' });
    await assert.rejects(stat(dirname(kubeconfig)), { code: 'ENOENT' });
  });

  test('reports a failed start and exits with code 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const kubeconfig = await file('kept-kubeconfig', 'current-context: production\n');
    const { ended } = await start('--port', String(port), '--write-kubeconfig', kubeconfig);
    const { code, stderr } = await ended;
    taken.close();
    assert.equal(await readFile(kubeconfig, 'utf8'), 'current-context: production\n');
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(`^vmgen-apiserver: port ${port} on 127.0.0.1 is already in use`),
    );
  });

  test('escapes control characters in paths', async () => {
    const { ended } = await start('--crds', '/absent\u001b[2J\u202e');
    const { code, stderr } = await ended;
    assert.equal(code, 1);
    assert.equal(
      stderr,
      'vmgen-apiserver: --crds /absent\\u001b[2J\\u202e: no such file or folder; check the path\n',
    );
  });

  test('accepts the output of kubectl get crds -o json', async () => {
    const metadata = {
      creationTimestamp: '2026-11-01T00:00:00Z',
      generation: 1,
      name: 'widgets.t.example.com',
      resourceVersion: '123',
      uid: '0c4de9a8-1a0f-4f43-9d0e-5a1c9e6c1b2a',
    };
    const spec = {
      group: 't.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget', listKind: 'WidgetList', singular: 'widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
        },
      ],
    };
    const item = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata,
      spec,
      status: { storedVersions: ['v1'], conditions: [], acceptedNames: spec.names },
    };
    const list = {
      apiVersion: 'v1',
      items: [item],
      kind: 'List',
      metadata: { resourceVersion: '' },
    };
    const { line, child, ended } = await start(
      '--crds',
      await file('list.json', JSON.stringify(list)),
    );
    child.kill('SIGTERM');
    assert.deepEqual(await ended, { code: 0, stderr: '' });
    assert.match(line, /^serving/);
  });

  test('reports the file of a CRD that the API rejects', async () => {
    const crds = await file('refused.yaml', CRD.replace('scope: Namespaced', 'scope: Everywhere'));
    const { ended, child } = await start('--crds', crds);
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    assert.equal(code, 1);
    assert.match(stderr, /refused\.yaml: .*scope.*; correct the file and restart the command/s);
  });
});

/**
 * Starts the command. Resolves with its first line, or with an empty string if it exits without
 * output.
 */
async function start(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args]);
  // A child that does not exit must not block the tests.
  const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.on('close', (code) => {
      clearTimeout(limit);
      resolve({ code, stderr });
    });
  });
  const line = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('close', () => resolve(''));
  });
  return { line, child, ended };
}
