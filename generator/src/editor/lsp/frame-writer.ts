import { AbstractMessageWriter, type Message, type MessageWriter } from 'vscode-jsonrpc/node';

/** Writes bytes, and resolves when the system has accepted them. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

/** Writes messages of JSON-RPC, each after a header with its length. */
export class FrameWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #write: WriteBytes;

  constructor(write: WriteBytes) {
    super();
    this.#write = write;
  }

  async write(message: Message): Promise<void> {
    const body = Buffer.from(JSON.stringify(message));
    const header = Buffer.from(`Content-Length: ${body.length}\r\n\r\n`);
    try {
      await this.#write(Buffer.concat([header, body]));
    } catch {
      // The client has closed the pipe; the end of the input follows.
      this.fireClose();
    }
  }

  end(): void {}
}
