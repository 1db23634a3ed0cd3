import { stringify } from 'yaml';

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
