import { UsageError } from '../settings/usage-error.js';
import { defineCommand } from './define-command.js';
import { flag, single, value } from './option.js';

/** In the spelling of the clients that add them. */
const OPTIONS = {
  stdio: flag('serve on standard input and output, which is the only way', { isOn: true }),
  clientProcessId: value('a process whose end ends the server, which editors name'),
};

/** A run of `vmgen lsp`. */
export interface LspCommand {
  readonly kind: 'lsp';
  /** The process of the client; undefined if only its first message names it. */
  readonly processId: number | undefined;
}

const USAGE = `Usage: $0 lsp [--stdio]

Serves an editor by the Language Server Protocol: diagnostics, completion and help of markers, and
fixes, in the API files of the nearest vmgen.config.* above a file. docs/editor.md has the settings
of editors. In VS Code, install the extension instead.`;

const EPILOGUE = `Exit status: 0 the editor has ended the server, 1 the editor is gone, 2 usage error.`;

/** The command `vmgen lsp`. */
export const LSP = defineCommand(
  { usage: USAGE, options: OPTIONS, epilogue: EPILOGUE },
  ({ values: { stdio, clientProcessId } }): LspCommand => {
    if (stdio === false)
      throw new UsageError('--no-stdio: vmgen lsp serves only standard input and output');
    const processId = clientProcessId === undefined ? undefined : processIdFrom(clientProcessId);
    return { kind: 'lsp', processId };
  },
);

function processIdFrom(given: string | readonly string[]): number {
  const text = single('clientProcessId', given);
  if (/^[1-9][0-9]{0,9}$/.test(text)) return Number(text);
  throw new UsageError(`--clientProcessId: ${JSON.stringify(text)} is not the number of a process`);
}
