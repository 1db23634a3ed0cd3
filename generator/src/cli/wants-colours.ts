/**
 * Whether to print colours: only on a terminal. `FORCE_COLOR` enables them elsewhere (0 and false disable
 * them), a non-empty `NO_COLOR` disables them (no-color.org); the former takes precedence, as in Node.
 */
export function wantsColours(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env['NO_COLOR']) return false;
  return isTerminal && env['TERM'] !== 'dumb';
}
