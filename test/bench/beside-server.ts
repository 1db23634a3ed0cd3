// The embedded API server in a process of its own, which says over IPC where it listens.
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';

const running = await startHttpsServer(createApiServer());
process.send?.({ port: running.port, token: running.token });
process.once('disconnect', () => process.exit(0));
