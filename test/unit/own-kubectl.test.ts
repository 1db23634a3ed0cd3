import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { splitCommandLine } from '../../site/kubectl/command-line.js';
import { SCRIPT } from '../support/kubectl-script.js';
import { repeatableServer, runOwn } from '../support/own-kubectl.js';
import { inRepository } from '../support/repository.js';
import { waitFor } from '../support/wait-for.js';

const GOLDEN = inRepository('test/testdata/own-kubectl.txt');

const site = (name: string, image: string) => ({
  apiVersion: 'web.example.com/v1',
  kind: 'Site',
  metadata: { name },
  spec: { image },
});

/** A server with the definition of sites, and two sites. */
async function withSites() {
  const server = repeatableServer();
  await runOwn(server.transport, 'apply -f crd.yaml');
  server.seed([site('blog', 'blog'), site('shop', 'shop')]);
  return server;
}

describe("the site's kubectl", () => {
  // test/cluster/own-kubectl.test.ts compares the same output with kubectl.
  test('prints the expected output of each command', async () => {
    await using server = repeatableServer();
    let text = '';
    for (const step of SCRIPT) {
      const command = typeof step === 'string' ? step : step.command;
      const { code, out, err } = await runOwn(server.transport, command);
      text += `$ kubectl ${command}\n${out}${err}${code === 0 ? '' : `(exit code ${code})\n`}\n`;
    }
    if (process.env['UPDATE_GOLDEN'] !== undefined) {
      mkdirSync(path.dirname(GOLDEN), { recursive: true });
      writeFileSync(GOLDEN, text);
    }
    assert.equal(text, readFileSync(GOLDEN, 'utf8'));
  });

  test('prints changes until it is stopped', async () => {
    await using server = await withSites();
    const stopped = new AbortController();
    let out = '';
    const watching = runOwn(server.transport, 'get sites -w', {
      signal: stopped.signal,
      out: (text) => (out += text),
    });
    const shows = (text: string) =>
      waitFor(text, 60_000, async () => (out.includes(text) ? true : undefined));
    await shows('shop ');
    await runOwn(
      server.transport,
      `patch site shop --type merge -p '{"spec":{"image":"a-longer-image"}}'`,
    );
    await shows('a-longer-image');
    await runOwn(server.transport, 'delete site blog');
    await waitFor('the deletion', 60_000, async () =>
      out.split('\n').length === 6 ? true : undefined,
    );
    stopped.abort();
    assert.equal((await watching).code, 0);
    assert.equal(
      out,
      `NAME   IMAGE   REPLICAS   AGE
blog   blog    2          0s
shop   shop    2          0s
shop   a-longer-image   2          0s
blog   blog             2          0s
`,
    );
  });

  test('waits for the end of a deletion', async () => {
    await using server = await withSites();
    const finalizers = (list: string): string =>
      `patch site shop --type merge -p '{"metadata":{"finalizers":${list}}}'`;
    await runOwn(server.transport, finalizers('["example.com/a"]'));
    let isOver = false;
    const deleting = runOwn(server.transport, 'delete site shop').finally(() => (isOver = true));
    await waitFor('the deletion begins', 60_000, async () => {
      const { out } = await runOwn(server.transport, 'get site shop -o yaml');
      return out.includes('deletionTimestamp') ? true : undefined;
    });
    assert.equal(isOver, false);
    await runOwn(server.transport, finalizers('null'));
    const { out } = await deleting;
    assert.equal(out, 'site.web.example.com "shop" deleted from default namespace\n');
  });

  test('takes an empty name for no name of an object, and an empty namespace for none', async () => {
    await using server = await withSites();
    const nameless = 'apiVersion: web.example.com/v1\nkind: Site\nmetadata: {}\n';
    const run = (command: string) =>
      runOwn(server.transport, command, { readFile: () => nameless });
    for (const command of [`get site ''`, `delete site ''`, `annotate site '' a=b`]) {
      const { code, out, err } = await run(command);
      assert.deepEqual(
        [code, out, err],
        [1, '', 'error: resource name may not be empty\n'],
        command,
      );
    }
    assert.equal(
      (await run('delete -f x.yaml')).err,
      'error: error when deleting "x.yaml": resource name may not be empty\n',
    );
    const { out } = await run(`get sites -o name -n ''`);
    assert.equal(out, 'site.web.example.com/blog\nsite.web.example.com/shop\n');
  });

  test('names the commands and flags that it has', async () => {
    await using server = repeatableServer();
    const errorOf = async (command: string) => (await runOwn(server.transport, command)).err;
    const commands =
      'annotate, api-resources, apply, create, delete, describe, explain, get, label, patch';
    assert.equal(
      await errorOf('scale site blog'),
      `error: unknown command "scale" for "kubectl"\nCommands: ${commands}\n`,
    );
    assert.match(
      await errorOf('create --now'),
      /^error: unknown flag: --now\nFlags of kubectl create: --dry-run, --field-manager, --filename \(-f\), /,
    );
    assert.match(await errorOf('get pods -x'), /^error: unknown shorthand flag: 'x' in -x\n/);
    assert.match(await errorOf('get pods -n'), /^error: flag needs an argument: 'n' in -n\n/);
    assert.match(
      await errorOf('get pods -o jsonpath={.items}'),
      /^error: invalid argument "jsonpath={.items}" for "-o, --output": must be json, name, wide, yaml\n/,
    );
    const { out } = await runOwn(server.transport, 'kubectl get --help');
    assert.match(out, /-n, --namespace VALUE +the namespace; defaults to default/);
  });

  test('rejects files and lines that are too long', async () => {
    await using server = repeatableServer();
    const { code, err } = await runOwn(server.transport, 'apply -f -', {
      readFile: () => 'a: b\n'.repeat(2_000_000),
    });
    assert.deepEqual(
      [code, err],
      [1, 'error: the file "STDIN" has 9.5 MiB; at most 3 MiB are read\n'],
    );
    assert.match(
      (await runOwn(server.transport, `get ${'a'.repeat(2_000_000)}`)).err,
      /^error: the command has 2000004 characters; at most 1048576 are read\n$/,
    );
  });

  test('shows no line breaks and no escape sequences of values in a table', async () => {
    await using server = await withSites();
    server.seed([site('evil', 'a\u001b[2Jb\nc')]);
    const { out } = await runOwn(server.transport, 'get site evil');
    assert.equal(
      out,
      `NAME   IMAGE        REPLICAS   AGE
evil   a^[[2Jb...   2          0s
`,
    );
  });
});

describe('a command line', () => {
  test('is split as by a shell', () => {
    assert.deepEqual(splitCommandLine(`get  'a b'\\ c "d\\"e" -p='{"x": "\\n"}' # rest`), [
      'get',
      'a b c',
      'd"e',
      '-p={"x": "\\n"}',
    ]);
    assert.deepEqual(splitCommandLine(`get "" a#b`), ['get', '', 'a#b']);
    assert.deepEqual(splitCommandLine('  '), []);
  });

  test('has no operators of a shell', () => {
    for (const line of [
      'get pods | wc',
      'get pods; get svc',
      'get $(a)',
      'get pods > a',
      'a `b`',
    ]) {
      assert.throws(() => splitCommandLine(line), /this terminal has no shell: /);
    }
    assert.throws(() => splitCommandLine(`get 'pods`), /the quote ' at character 5 is not closed/);
  });
});
