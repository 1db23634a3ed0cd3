// @ts-check
// Loaded before `node:test`. Node 20's test runner follows every promise and timer with async hooks, to find the test
// that an uncaught error belongs to. That takes a quarter of the processor time of a run. With this module it follows
// only tests and suites: an uncaught error fails its process, and is reported without the name of the test.
import asyncHooks from 'node:async_hooks';

/** Other versions of the runner may need the hooks for more. */
if (process.version.startsWith('v20.')) {
  const { AsyncResource, createHook } = asyncHooks;
  /** @type {asyncHooks.HookCallbacks['init']} */
  let onTest;
  asyncHooks.AsyncResource = class extends AsyncResource {
    /** @param {string} type @param {import('node:async_hooks').AsyncResourceOptions} [options] */
    constructor(type, options) {
      super(type, options);
      onTest?.(this.asyncId(), type, this.triggerAsyncId(), this);
    }
  };
  asyncHooks.createHook = ({ init }) => {
    onTest = init;
    const hook = { enable: () => hook, disable: () => hook };
    return hook;
  };
  // The runner takes both from the module when it is loaded.
  await import('node:test');
  Object.assign(asyncHooks, { AsyncResource, createHook });
}
