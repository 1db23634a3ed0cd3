/**
 * Whether an answer may take for ever: a watch, and what pods, services and nodes say by themselves. The
 * API server ends everything else after a minute (its `--request-timeout`) and excepts these.
 */
export function isLongRunning(path: string): boolean {
  return WATCH.test(path) || LOG_OR_PROXY.test(path);
}

const WATCH = /[?&]watch=(?:true|1)(?:&|$)/;
const LOG_OR_PROXY =
  /^\/api\/v1\/(?:namespaces\/[^/]+\/)?(?:pods|services|nodes)\/[^/?]+\/(?:log|proxy)(?:[/?]|$)/;
