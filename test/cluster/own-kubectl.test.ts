import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { startHttpsServer } from '@vmgen/apiserver';
import { findEnvtestBinaries } from '@vmgen/apiserver/envtest';
import { splitCommandLine } from '../../site/kubectl/command-line.js';
import { startChild } from '../support/child.js';
import { FILES, SCRIPT } from '../support/kubectl-script.js';
import { type Printed, repeatableServer, runOwn } from '../support/own-kubectl.js';

/** Ages, and the duration of a command. */
const masked = ({ code, out, err }: Printed): Printed => ({
  code,
  out: out.replace(/\b\d+(s|m|h|d|y)(\d+[smhd])?\b/g, 'AGE').replace(/ +$/gm, ''),
  err,
});

describe("the site's kubectl", () => {
  test('prints what kubectl prints', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-kubectl-'));
    const [own, served] = [repeatableServer(), repeatableServer()];
    const https = await startHttpsServer(served);
    // Both have the Service of a server that listens.
    own.listening({ host: '127.0.0.1', port: Number(new URL(https.url).port) });
    t.after(async () => {
      await https.close();
      rmSync(folder, { recursive: true });
    });
    const kubeconfig = path.join(folder, 'kubeconfig');
    await https.writeKubeconfig(kubeconfig);
    for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
    const binary =
      process.env['VMGEN_KUBECTL'] ?? path.join(await findEnvtestBinaries(), 'kubectl');
    const environment = { KUBECONFIG: kubeconfig, KUBECACHEDIR: path.join(folder, 'cache') };
    const found: string[] = [];
    for (const step of SCRIPT) {
      const { command, differs } =
        typeof step === 'string' ? { command: step, differs: undefined } : step;
      const printed = masked(await runOwn(own.transport, command));
      const child = startChild(binary, splitCommandLine(command), environment, folder);
      const code = await child.exited;
      await child.closed;
      const expected = masked({ code, out: child.stdout(), err: child.stderr() });
      const isSame = JSON.stringify(printed) === JSON.stringify(expected);
      if (differs === undefined && !isSame) found.push(differenceOf(command, printed, expected));
      if (differs !== undefined && isSame) found.push(`${command}: no difference (${differs})`);
    }
    assert.equal(found.join('\n'), '');
  });
});

const differenceOf = (command: string, own: Printed, real: Printed): string =>
  `$ kubectl ${command}\n--- kubectl ${real.code}\n${real.out}${real.err}--- own ${own.code}\n${own.out}${own.err}`;
