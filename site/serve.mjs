// @ts-check
// Serves the built site on loopback until Ctrl-C.
// Usage: node site/serve.mjs [PORT]
import { serve } from './lib/serve.mjs';

const { url } = await serve(Number(process.argv[2] ?? 8000));
console.log(url);
