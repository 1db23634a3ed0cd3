// Asks a real API server all that the tree holds answers to. Run it by hack/record.sh.
import { recordAll } from './record-all.js';

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error('usage: main.js ROOT');
await recordAll(root);
