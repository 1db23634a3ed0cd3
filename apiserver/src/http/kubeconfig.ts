interface KubeconfigContent {
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
}

/** Returns a kubeconfig with one context, `vmgen`, in the namespace `default`. */
export function kubeconfigText({ url, caPem, token }: KubeconfigContent): string {
  // A JSON string is valid YAML. Loading the YAML library takes longer than starting the server.
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
