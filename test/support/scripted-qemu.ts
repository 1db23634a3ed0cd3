import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';

/**
 * A program with the options and the monitor of qemu, and without a machine. The words of the
 * kernel's command line select its faults:
 *
 * - `fails`: writes an error and ends before it accepts connections
 * - `short`: the guest powers off at once
 * - `mute`: sends no greeting
 * - `silent`, `garbage`, `flood`, `refusing`: no answer, an invalid line, a line without an end, or
 *   an error instead of an answer to query-status
 * - `paused`, `full`, `broken`: the state of the guest until `cont`, or always
 * - `deaf`, `stubborn`: ignores the power button, or also `quit`
 * - `liar`: reports an impossible memory
 * - `busy`: no answer to the first qom-set
 * - `lingers`: its sockets outlive the process, until the next command
 */
const args = process.argv.slice(2);
const valueOf = (name: string): string => args[args.indexOf(name) + 1] ?? '';
const words = args.includes('-append') ? valueOf('-append').split(' ') : [];
const is = (word: string): boolean => words.includes(word);
const pidFile = valueOf('-pidfile');
const socketPath = valueOf('-chardev')
  .replace(/^socket,id=qmp,path=/, '')
  .replace(/,server=on,wait=off$/, '')
  .replaceAll(',,', ',');

if (args.includes('-S') || is('fails')) {
  process.stderr.write('scripted: failed to set up the machine\n');
  process.exit(1);
}

const states = { paused: 'paused', full: 'io-error', broken: 'internal-error' };
let state = Object.entries(states).find(([word]) => is(word))?.[1] ?? 'running';

async function end(): Promise<never> {
  await rm(pidFile, { force: true });
  process.exit(0);
}

function send(socket: Socket, message: object): void {
  socket.write(`${JSON.stringify(message)}\r\n`);
}

function sendShutdown(socket: Socket, guest: boolean): void {
  const reason = guest ? 'guest-shutdown' : 'host-qmp-quit';
  send(socket, { event: 'SHUTDOWN', data: { guest, reason }, timestamp: {} });
}

let isFirst = true;

/** Returns the result of a command, or undefined for no answer. */
function run(command: string, socket: Socket): object | string | undefined {
  switch (command) {
    case 'query-status':
      if (is('garbage')) socket.write('{"return": nonsense\r\n');
      if (is('flood')) socket.write('x'.repeat(2 << 20));
      if (is('silent') || is('garbage') || is('flood')) return undefined;
      return { status: state, running: state === 'running' };
    case 'cont':
      if (!is('broken')) state = 'running';
      return {};
    case 'system_powerdown':
      if (!is('deaf') && !is('stubborn') && state === 'running') {
        sendShutdown(socket, true);
        setTimeout(() => void end(), 20);
      }
      return {};
    case 'quit':
      if (!is('stubborn')) {
        sendShutdown(socket, false);
        setTimeout(() => void end(), 20);
      }
      return {};
    case 'qom-set':
      return is('busy') && isFirst ? void (isFirst = false) : {};
    case 'qom-get': {
      const total = is('liar') ? -5 : 100 << 20;
      return { stats: { 'stat-total-memory': total, 'stat-available-memory': 75 << 20 } };
    }
    case 'ringbuf-read':
      return 'GUEST UP\n';
    default:
      return {};
  }
}

/** Whether this process only owns the sockets of a machine. */
const isMonitor = process.send !== undefined;
if (isMonitor) process.on('disconnect', () => setTimeout(() => process.exit(0), 5_000));

const server = createServer((socket) => {
  socket.on('error', () => {});
  if (is('mute')) return;
  send(socket, { QMP: { version: {}, capabilities: [] } });
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    if (isMonitor && !process.connected) process.exit(0);
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { execute, id } = JSON.parse(line) as { execute: string; id: number };
      if (execute === 'query-status' && is('refusing')) {
        send(socket, { id, error: { class: 'GenericError', desc: 'not now' } });
        continue;
      }
      const result = run(execute, socket);
      if (result !== undefined) send(socket, { return: result, id });
      if (execute === 'qmp_capabilities' && is('short')) {
        sendShutdown(socket, true);
        setTimeout(() => void end(), 20);
      }
    }
  });
});
server.maxConnections = 1;
if (is('lingers') && !isMonitor) {
  const monitor = fork(process.argv[1] ?? '', args);
  monitor.on('exit', () => process.exit(0));
  await once(monitor, 'message');
} else {
  await rm(socketPath, { force: true });
  server.listen(socketPath);
  await once(server, 'listening');
  process.send?.('listening');
}
if (!isMonitor) await writeFile(pidFile, `${process.pid}\n`);
