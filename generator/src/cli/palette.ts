import { plain, type Palette } from '../findings/format-finding.js';

const COLOURS: Palette = { error: sgr('1;31'), warning: sgr('1;33'), strong: sgr('1') };

/**
 * Colours for a terminal only. `FORCE_COLOR` asks for them elsewhere (0 and false take them away), and
 * a `NO_COLOR` that is not empty forbids them (no-color.org); the former overrules the latter, as in Node.
 */
export function paletteFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Palette {
  return wantsColour(stream.isTTY === true, env) ? COLOURS : plain;
}

function wantsColour(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env['NO_COLOR']) return false;
  return isTerminal && env['TERM'] !== 'dumb';
}

/** Select Graphic Rendition of ECMA-48; `util.styleText` is still experimental in Node 20. */
function sgr(code: string): (text: string) => string {
  return (text) => `\u001b[${code}m${text}\u001b[0m`;
}
