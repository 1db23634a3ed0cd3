import type { EmittedFile } from './emitter.js';

/** As in emit-reference.ts, for browsers: no page shows the reference, and the bundle of the compiler omits it. */
export const emitMarkdown = (): EmittedFile[] => [];

/** See {@link emitMarkdown}. */
export const emitHtml = emitMarkdown;
