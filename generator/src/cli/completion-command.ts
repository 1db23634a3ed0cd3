import { SHELLS } from './commands.js';
import { completedCommands } from './completion-words.js';
import { bashCompletion, fishCompletion, zshCompletion } from './completion-scripts.js';
import type { Answer } from './report.js';

const PRINTERS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const USAGE = `Usage: vmgen completion ${SHELLS.join(' | ')}

Prints a script that completes commands, options, their values, and names of markers and diagnostics.
Load it in the configuration of the shell:

  bash: in ~/.bashrc                   source <(vmgen completion bash)
  zsh:  in ~/.zshrc, after compinit    source <(vmgen completion zsh)
  fish: once                           vmgen completion fish > ~/.config/fish/completions/vmgen.fish

The command is vmgen: for that of a project, define alias vmgen='npx vmgen', and put npx before vmgen above.`;

/** The output of `vmgen completion SHELL`, or the problem of the request. */
export function printCompletion([shell, ...rest]: readonly string[]): Answer {
  if (shell === '--help') return { text: USAGE };
  const known = SHELLS.find((each) => each === shell);
  if (known !== undefined && rest.length === 0) {
    return { text: PRINTERS[known](completedCommands()).trimEnd() };
  }
  return { problem: `vmgen completion takes one of ${SHELLS.join(', ')}` };
}
