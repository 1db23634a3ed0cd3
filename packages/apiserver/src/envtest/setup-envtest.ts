import { errorMessage } from '@vmgen/base/text';
import { provideEnvtestBinaries } from './envtest-binaries.js';

const USAGE = `usage: KUBEBUILDER_ASSETS=$(npx vmgen-envtest)

Prints the folder with the binaries of kube-apiserver, etcd and kubectl: KUBEBUILDER_ASSETS if it is set, or else a
folder of the cache (XDG_CACHE_HOME, ~/.cache), into which it builds them with Go at the first call.`;

/** The command `vmgen-envtest`. Resolves with the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const log = (message: string): void => console.error(`vmgen-envtest: ${message}`);
  const [first] = args;
  if (first === '-h' || first === '--help') {
    console.log(USAGE);
    return 0;
  }
  if (first !== undefined) {
    log(`unknown argument ${JSON.stringify(first)}`);
    console.error(USAGE);
    return 2;
  }
  try {
    console.log(await provideEnvtestBinaries(log));
    return 0;
  } catch (error) {
    log(errorMessage(error));
    return 1;
  }
}
