import { readFile } from 'node:fs/promises';

/** Kubernetes mounts the namespace of the service account here. */
const NAMESPACE_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';

/** Returns the namespace of this pod: `POD_NAMESPACE`, or that of its service account, or `default`. */
export async function namespaceOfProcess(): Promise<string> {
  const { POD_NAMESPACE: namespace } = process.env;
  if (namespace) return namespace;
  try {
    return (await readFile(NAMESPACE_FILE, 'utf8')).trim() || 'default';
  } catch {
    // Outside of a pod, there is no such file.
    return 'default';
  }
}
