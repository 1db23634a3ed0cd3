import { startChild, type Child } from './child.js';
import { inRepository } from './repository.js';

/** Starts the controller as its users do, as a process of its own. */
export function startController(kubeconfig: string, ...args: readonly string[]): Child {
  const bin = inRepository('controller', 'bin', 'vm-controller.js');
  return startChild(process.execPath, [bin, '--kubeconfig', kubeconfig, '-v', '2', ...args]);
}
