/**
 * Returns whether a response has no time limit: watches, logs and proxied requests. The API server
 * ends all other requests after its `--request-timeout` of one minute.
 */
export function isLongRunning(path: string): boolean {
  return WATCH.test(path) || LOG_OR_PROXY.test(path);
}

const WATCH = /[?&]watch=(?:true|1)(?:&|$)/;
const LOG_OR_PROXY =
  /^\/api\/v1\/(?:namespaces\/[^/]+\/)?(?:pods|services|nodes)\/[^/?]+\/(?:log|proxy)(?:[/?]|$)/;
