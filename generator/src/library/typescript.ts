/**
 * `vmgen/typescript`: the parts of TypeScript's compiler that `vmgen/browser` uses. It has no public names. A bundler may
 * replace it with `typescript`, from 5.4 on, so that a page that needs the whole compiler loads it once.
 */
export {};
