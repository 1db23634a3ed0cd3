import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder that its disposal removes. */
interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Creates a folder `vmgen-NAME-...` in the system's folder for temporary files. */
export async function temporaryFolder(name: string): Promise<TemporaryFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), `vmgen-${name}-`));
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
