import { visibleLine } from '../diagnostics/visible-text.js';
import type * as Lsp from '../editor/lsp/serve.js';
import type { LspCommand } from './lsp-options.js';
import type * as Run from './run.js';

/** Serves the editor that has started this process; resolves with the exit code. */
export function runLsp(
  { processId }: LspCommand,
  { serve }: typeof Lsp,
  { openEditor }: typeof Run,
  version: string,
): Promise<0 | 1> {
  // Each failed write reports its error itself; without a listener, the event would end the process.
  process.stdout.on('error', () => undefined);
  return serve({
    input: process.stdin,
    write: writeOutput,
    print: (line) => process.stderr.write(`${visibleLine(line, false)}\n`),
    version,
    processId,
    openEditor,
  });
}

function writeOutput(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
