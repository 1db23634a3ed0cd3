/**
 * Whether to print colours: on a terminal only. `FORCE_COLOR` asks for them elsewhere (0 and false take
 * them away), a `NO_COLOR` that is not empty forbids them (no-color.org); the former wins, as in Node.
 */
export function wantsColours(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env['NO_COLOR']) return false;
  return isTerminal && env['TERM'] !== 'dumb';
}
