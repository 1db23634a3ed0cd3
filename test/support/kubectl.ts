import path from 'node:path';
import { run, startChild, type Child } from './child.js';

/** kubectl against one server. */
export interface Kubectl {
  /** Runs it to its end; rejects with its output unless it ends with 0. */
  (...args: readonly string[]): Promise<string>;
  /** Runs it to its end, whatever that is. */
  attempt(...args: readonly string[]): Promise<{ code: number | string; out: string; err: string }>;
  /** Starts one that goes on, such as `get -w`. */
  start(...args: readonly string[]): Child;
}

/** The kubectl of the test's assets, of the server's own version. */
export function kubectlOf(assets: string, kubeconfig: string): Kubectl {
  const binary = path.join(assets, 'kubectl');
  // A cache of its own: discovery answers of one server must not reach the other.
  const environment = { KUBECONFIG: kubeconfig, KUBECACHEDIR: `${kubeconfig}.cache` };
  const kubectl = (...args: readonly string[]) => run(binary, args, environment);
  return Object.assign(kubectl, {
    async attempt(...args: readonly string[]) {
      const child = startChild(binary, args, environment);
      const code = await child.exited;
      return { code, out: child.stdout(), err: child.stderr() };
    },
    start: (...args: readonly string[]) => startChild(binary, args, environment),
  });
}
