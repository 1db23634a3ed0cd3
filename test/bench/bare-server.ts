// A node:https server that parses the body of a request, prints it again and answers with it: the least
// that a create over HTTPS can cost in one Node process. Reports over IPC where it listens.
// Usage: node bare-server.js CERTIFICATE_FILE KEY_FILE
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const [, , certificate = '', key = ''] = process.argv;
const server = createServer(
  { cert: readFileSync(certificate), key: readFileSync(key) },
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const object: unknown = JSON.parse(Buffer.concat(chunks).toString());
      const text = JSON.stringify(object);
      response.writeHead(201, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    });
  },
);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, token: 'none' });
});
process.once('disconnect', () => process.exit(0));
