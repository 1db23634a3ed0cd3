/** A kubectl for pages: the commands that a playground needs, without Node. */
export { runKubectl, type KubectlOptions } from './kubectl.js';
