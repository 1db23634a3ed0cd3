interface KubeconfigContent {
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
}

/** A kubeconfig with one context, `vmgen`, in the namespace `default`. */
export function kubeconfigText({ url, caPem, token }: KubeconfigContent): string {
  // A JSON string is YAML, too. The YAML library takes longer to load than the server to start.
  const text = (value: string): string => JSON.stringify(value);
  return `apiVersion: v1
kind: Config
clusters:
  - name: vmgen
    cluster:
      server: ${text(url)}
      certificate-authority-data: ${text(Buffer.from(caPem).toString('base64'))}
users:
  - name: vmgen
    user:
      token: ${text(token)}
contexts:
  - name: vmgen
    context:
      cluster: vmgen
      user: vmgen
      namespace: default
current-context: vmgen
`;
}
