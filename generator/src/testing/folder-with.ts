import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder with files, which is removed after the test. Its path has no links. */
export function folderWith(
  context: TestContext,
  files: Readonly<Record<string, string | Buffer>> = {},
): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'vmgen-test-')));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
