import type { ContextOptions } from '../doctor/connect-cluster.js';
import { UsageError } from '../settings/usage-error.js';
import { completing, type Given, single, value } from './option.js';

/** The options that select a cluster, beside a flag `cluster`. */
export const CLUSTER_OPTIONS = {
  kubeconfig: completing('files', value('the kubeconfig of the cluster; implies --cluster')),
  context: value('the context of the kubeconfig; implies --cluster'),
};

/** The selected cluster; undefined for none. */
export function clusterFrom({
  cluster,
  kubeconfig,
  context,
}: Given<typeof CLUSTER_OPTIONS> & { readonly cluster?: boolean | undefined }):
  ContextOptions | undefined {
  const isNamed = kubeconfig !== undefined || context !== undefined;
  if (cluster !== true && !isNamed) return undefined;
  if (cluster === false) {
    throw new UsageError(
      '--kubeconfig and --context select a cluster, but --no-cluster excludes it',
    );
  }
  return {
    kubeconfig: kubeconfig === undefined ? undefined : single('kubeconfig', kubeconfig),
    context: context === undefined ? undefined : single('context', context),
  };
}
