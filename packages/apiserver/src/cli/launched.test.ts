import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startEnvtest } from '../envtest/start-envtest.js';
import { runEtcd } from './run-etcd.js';
import { runKubeApiserver } from './run-kube-apiserver.js';
import { lastOf, parseServerFlags } from './server-flags.js';
import { parseTokenFile } from './token-file.js';
import { writeAssets } from './write-assets.js';

const folder = await mkdtemp(join(tmpdir(), 'vmgen-assets-test-'));
after(() => rm(folder, { recursive: true }));
/** The path must survive a shell. */
const assets = join(folder, `a b'c"$d`);
before(() => writeAssets(assets));

describe('the flags', () => {
  test('are read in all forms of Go', () => {
    const args = ['--a=1', '--b', '2', '-c=3', '-d', '4', '--a', '5', '--on', '--e=x=y', '--f='];
    const { values, unexpected } = parseServerFlags(args);
    assert.equal(unexpected, undefined);
    assert.deepEqual(Object.fromEntries(values), {
      a: ['1', '5'],
      b: ['2'],
      c: ['3'],
      d: ['4'],
      on: ['true'],
      e: ['x=y'],
      f: [''],
    });
  });

  test('take the last value, and an empty one counts as absent', () => {
    const flags = parseServerFlags(['--a=1', '--a=2', '--f=']);
    assert.deepEqual(
      ['a', 'f', 'g', '__proto__'].map((name) => lastOf(flags, name)),
      ['2', undefined, undefined, undefined],
    );
  });

  test('are followed by no other arguments', () => {
    assert.equal(parseServerFlags(['--a=1', 'extra', 'more']).unexpected, 'extra');
    assert.equal(parseServerFlags(['--', 'x']).unexpected, '--');
  });
});

describe('a token file', () => {
  test('has users with an id and groups', () => {
    const text = 't1,admin,7,"a,b"\nt2,"x, ""y""",\r\n\nt3,z,,one\n';
    assert.deepEqual(Object.fromEntries(parseTokenFile(text)), {
      t1: { username: 'admin', uid: '7', groups: ['a', 'b'] },
      t2: { username: 'x, "y"', groups: [] },
      t3: { username: 'z', groups: ['one'] },
    });
  });

  test('is invalid without a token or a user', () => {
    for (const text of ['t1', 't1,admin', ',admin,1']) {
      assert.throws(() => parseTokenFile(`ok,a,b\n${text}`), {
        name: 'CliError',
        message: /--token-auth-file: line 2 must be token,user,uid/,
      });
    }
  });
});

describe('the launchers', () => {
  test('replace only launchers', async () => {
    const other = join(folder, 'other');
    await mkdir(other);
    await writeAssets(other);
    await writeAssets(other);
    await writeFile(join(other, 'etcd'), '#!/bin/sh\nexec real-etcd\n');
    await assert.rejects(writeAssets(other), {
      message: /other\/etcd exists, and vmgen-apiserver did not write it; specify another folder/,
    });
    assert.match(await readFile(join(other, 'etcd'), 'utf8'), /real-etcd/);
  });

  test('include the kubectl of the PATH, and no other', async () => {
    const path = process.env['PATH'];
    const bin = join(folder, 'bin of kubectl');
    await mkdir(bin);
    try {
      process.env['PATH'] = bin;
      assert.deepEqual(await writeAssets(join(folder, 'without')), ['kube-apiserver', 'etcd']);
      await symlink('/bin/echo', join(bin, 'kubectl'));
      const within = join(folder, 'within');
      assert.deepEqual(await writeAssets(within), ['kube-apiserver', 'etcd', 'kubectl']);
      process.env['PATH'] = `${within}:${bin}`;
      await writeAssets(within);
    } finally {
      process.env['PATH'] = path;
    }
    const { code, stdout } = await run('kubectl', ['get', 'a b'], join(folder, 'within'));
    assert.deepEqual([code, stdout], [0, 'get a b\n']);
  });

  test('use the node of the PATH if theirs is gone', async () => {
    const moved = join(folder, 'moved');
    await writeAssets(moved);
    const text = await readFile(join(moved, 'etcd'), 'utf8');
    await writeFile(join(moved, 'etcd'), text.replace(/^node=.*$/m, 'node=/absent/node'));
    assert.equal((await run('etcd', ['--version'], moved)).code, 0);
  });

  test('print flags and versions as envtest reads them', async () => {
    const help = await run('kube-apiserver', ['--help']);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^ *--client-ca-file\b/m);
    assert.doesNotMatch(help.stdout, /^\s*--insecure-port\b/m);
    assert.match((await run('etcd', ['--help'])).stdout, /^\s*--unsafe-no-fsync\b/m);
    assert.match((await run('kube-apiserver', ['--version'])).stdout, /^Kubernetes v1\.\d+\.\d+/);
  });

  test('start a server for startEnvtest, with users, definitions and the same address again', async () => {
    const users = [{ name: 'jane', groups: ['dev', 'system:authenticated'] }];
    await using cluster = await startEnvtest({ assets, users });
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    const body = JSON.stringify(review);
    const headers = { 'content-type': 'application/json' };
    const call = { method: 'POST', path, headers, body } as const;
    const answer: unknown = JSON.parse(await (await cluster.transport.request(call)).text());
    const { userInfo } = (answer as { status: { userInfo: Record<string, unknown> } }).status;
    assert.equal(userInfo['username'], 'admin');
    assert.deepEqual(userInfo['groups'], ['system:masters', 'system:authenticated']);
    assert.match(await readFile(cluster.kubeconfigOf('jane'), 'utf8'), /token/);
    await cluster.stopApiServer('SIGTERM');
    await cluster.startApiServer();
    assert.equal((await cluster.transport.request(call)).status, 201);
  });

  test('have the default roles even if another mode permits everything', async () => {
    const apiServerFlags = ['--authorization-mode=AlwaysAllow'];
    await using cluster = await startEnvtest({ assets, apiServerFlags });
    const path = '/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin';
    const { status } = await cluster.transport.request({ method: 'GET', path });
    assert.equal(status, 200);
  });

  test('end with an error if a port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const api = await run('kube-apiserver', [`--secure-port=${port}`]);
    const etcd = await run('etcd', [`--listen-client-urls=http://127.0.0.1:${port}`]);
    taken.close();
    assert.deepEqual([api.code, etcd.code], [1, 1]);
    assert.match(
      api.stderr,
      /^kube-apiserver \(vmgen\): port \d+ on 127\.0\.0\.1 is already in use/m,
    );
    assert.match(etcd.stderr, /^etcd \(vmgen\): --listen-client-urls http:\S+: already in use/);
  });

  test('end with an error that names the flag if its value is invalid', async () => {
    const { code, stderr } = await run('kube-apiserver', ['run']);
    assert.equal(code, 1);
    assert.match(stderr, /unexpected argument "run"; see --help/);

    const text = join(folder, 'no-certificate');
    await writeFile(text, 'text');
    const cases: [args: string[], message: RegExp][] = [
      [['--secure-port=x'], /--secure-port "x": must be an integer/],
      [['--runtime-config=a=b'], /--runtime-config a=b: must be NAME=true/],
      [['--client-ca-file=/absent'], /--client-ca-file \/absent: ENOENT/],
      [['--client-ca-file', text], /contains no certificate/],
      [['--token-auth-file', '/absent'], /--token-auth-file \/absent: ENOENT/],
      [['--tls-cert-file', text], /must both be specified/],
    ];
    const stopped = Promise.resolve();
    const warn = (): void => {};
    for (const [args, message] of cases) {
      await assert.rejects(runKubeApiserver(parseServerFlags(args), { stopped, warn }), message);
    }
    const flags = parseServerFlags(['--listen-client-urls=https://127.0.0.1:1']);
    await assert.rejects(runEtcd(flags, stopped), /must be http:\/\/HOST:PORT/);
  });

  test('warn of flags without effect, and say whether permissions are enforced', async () => {
    const certificates = join(folder, 'certificates');
    const started = start('kube-apiserver', [
      '--secure-port=0',
      '--cert-dir',
      certificates,
      '--audit-log-path=-',
      '--etcd-servers=http://127.0.0.1:1',
      '--authorization-mode=Node,RBAC,Webhook',
    ]);
    const stderr = await started.until(/serving https/);
    assert.deepEqual(stderr.match(/--[a-z-]+(?:=\S+)? has no effect.*/g), [
      '--audit-log-path has no effect',
      '--authorization-mode=Webhook has no effect',
    ]);
    assert.match(stderr, /RBAC is enforced/);
    assert.equal((await stat(join(certificates, 'apiserver.key'))).mode & 0o777, 0o600);
    started.child.kill('SIGTERM');
    assert.equal((await started.ended).code, 0);
  });

  test('answer health for etcd and nothing else, also on a socket', async () => {
    const socketPath = join(folder, 'etcd.sock');
    const started = start('etcd', [
      '--listen-client-urls',
      `unix://${socketPath}`,
      '-log-level',
      'warn',
    ]);
    assert.deepEqual(await poll(socketPath, '/health'), {
      status: 200,
      body: '{"health":"true","reason":""}\n',
    });
    const { status, body } = await poll(socketPath, '/v3/kv/range');
    assert.equal(status, 404);
    assert.match(body, /answers \/health and stores nothing/);
    started.child.kill('SIGTERM');
    assert.equal((await started.ended).code, 0);
  });
});

/** Starts a launcher. A launcher that does not end must not block the tests. */
function start(name: string, args: readonly string[], from = assets) {
  const child = spawn(join(from, name), args);
  const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>(
    (resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        clearTimeout(limit);
        resolve({ code, stdout, stderr });
      });
    },
  );
  /** Resolves with the output that contains the text. */
  const until = (text: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (text.test(stderr)) resolve(stderr);
      };
      child.stderr.on('data', check);
      child.on('close', () => reject(new Error(`ended without ${String(text)}: ${stderr}`)));
      check();
    });
  return { child, ended, until };
}

const run = (name: string, args: readonly string[], from = assets) => start(name, args, from).ended;

/** Repeats a request until the socket exists. */
async function poll(
  socketPath: string,
  path: string,
): Promise<{ status: number | undefined; body: string }> {
  for (;;) {
    const answer = await new Promise<{ status: number | undefined; body: string } | undefined>(
      (resolve) => {
        const sent = request({ socketPath, path, agent: false }, (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (text: string) => (body += text));
          response.on('end', () => resolve({ status: response.statusCode, body }));
        });
        sent.on('error', () => resolve(undefined));
        sent.end();
      },
    );
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
