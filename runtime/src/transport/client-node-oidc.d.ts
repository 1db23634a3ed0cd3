/**
 * The little that we use of `@kubernetes/client-node/dist/oidc_auth.js` (see `paths` in the room's
 * tsconfig). Its own type files pull in packages whose types it does not install.
 */
export declare class OpenIDConnectAuth {
  applyAuthentication(
    user: { name: string; authProvider: { name: string; config: Record<string, unknown> } },
    options: { headers: Record<string, string> },
  ): Promise<void>;
}
