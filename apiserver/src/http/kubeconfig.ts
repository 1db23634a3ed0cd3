import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { errorMessage } from '../error-message.js';

export interface KubeconfigContent {
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
}

/** A kubeconfig with one context, `vmgen`, in the namespace `default`. */
export function kubeconfigText({ url, caPem, token }: KubeconfigContent): string {
  return stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: 'vmgen',
          cluster: {
            server: url,
            'certificate-authority-data': Buffer.from(caPem).toString('base64'),
          },
        },
      ],
      users: [{ name: 'vmgen', user: { token } }],
      contexts: [
        { name: 'vmgen', context: { cluster: 'vmgen', user: 'vmgen', namespace: 'default' } },
      ],
      'current-context': 'vmgen',
    },
    { lineWidth: 0, version: '1.1' },
  );
}

/** Writes a file that only its owner can read. It appears whole or not at all. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw new Error(
      `cannot write the kubeconfig ${path}: ${errorMessage(cause)}; name a file in a folder that exists and may be written`,
      { cause },
    );
  }
}
