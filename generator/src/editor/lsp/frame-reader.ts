import type { Readable } from 'node:stream';
import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  ErrorCodes,
  type Message,
  type MessageReader,
} from 'vscode-jsonrpc/node';
import { isMapping } from '@vmgen/base/json';
import { errorMessage } from '@vmgen/base/text';

const MOST_HEADER_BYTES = 4096;
/** Twice the text of any file that an editor sends at once. */
const MOST_BODY_BYTES = 64 * 1024 * 1024;
const END_OF_HEADER = '\r\n\r\n';

/** Answers a message that is not one of JSON-RPC. */
type Refuse = (code: number, message: string) => void;

/**
 * Reads messages of JSON-RPC, each after a header with its length. A message that is not valid is refused, and the
 * next one is read. After a header that is not valid, no later message can be found: the reader reports an error, and
 * is closed. It never keeps more than one message of the maximum size.
 */
export class FrameReader extends AbstractMessageReader implements MessageReader {
  readonly #input: Readable;
  readonly #refuse: Refuse;
  #chunks: Buffer[] = [];
  #size = 0;
  /** The length of the body that is being read; undefined while a header is. */
  #length: number | undefined;
  #isClosed = false;

  constructor(input: Readable, refuse: Refuse) {
    super();
    this.#input = input;
    this.#refuse = refuse;
  }

  listen(callback: DataCallback): Disposable {
    const take = (chunk: Buffer): void => this.#take(chunk, callback);
    const close = (): void => this.#close();
    const fail = (error: Error): void => this.#fail(error);
    this.#input.on('data', take).on('end', close).on('close', close).on('error', fail);
    const dispose = (): void => {
      this.#input.off('data', take).off('end', close).off('close', close).off('error', fail);
    };
    return { dispose };
  }

  #take(chunk: Buffer, callback: DataCallback): void {
    if (this.#isClosed) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    try {
      while (this.#length === undefined ? this.#readHeader() : this.#readBody(callback));
    } catch (error) {
      this.#fail(new Error(errorMessage(error)));
    }
  }

  /** Returns whether there was a whole header. */
  #readHeader(): boolean {
    const bytes = this.#join();
    const end = bytes.indexOf(END_OF_HEADER);
    if ((end < 0 ? bytes.length : end) > MOST_HEADER_BYTES) {
      throw new Error(`a header is longer than ${MOST_HEADER_BYTES} bytes`);
    }
    if (end < 0) return false;
    this.#length = lengthIn(bytes.toString('latin1', 0, end));
    this.#keep(bytes.subarray(end + END_OF_HEADER.length));
    return true;
  }

  /** Returns whether there was a whole body. */
  #readBody(callback: DataCallback): boolean {
    const length = this.#length ?? 0;
    if (this.#size < length) return false;
    const bytes = this.#join();
    this.#length = undefined;
    this.#keep(bytes.subarray(length));
    this.#pass(bytes.toString('utf8', 0, length), callback);
    return true;
  }

  #pass(text: string, callback: DataCallback): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      this.#refuse(ErrorCodes.ParseError, `the message is not JSON: ${errorMessage(error)}`);
      return;
    }
    if (isMessage(value)) callback(value);
    else this.#refuse(ErrorCodes.InvalidRequest, 'the message is not one of JSON-RPC 2.0');
  }

  #join(): Buffer {
    const [only = Buffer.alloc(0), ...others] = this.#chunks;
    const bytes = others.length === 0 ? only : Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    return bytes;
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
  }

  #fail(error: Error): void {
    if (this.#isClosed) return;
    this.fireError(error);
    this.#close();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#keep(Buffer.alloc(0));
    this.fireClose();
  }
}

function lengthIn(header: string): number {
  const lines = header.split('\r\n');
  const [, digits] =
    lines.map((line) => /^content-length:[ \t]*([0-9]{1,15})[ \t]*$/i.exec(line)).find(Boolean) ??
    [];
  if (digits === undefined) throw new Error('a header has no valid Content-Length');
  const length = Number(digits);
  if (length <= MOST_BODY_BYTES) return length;
  throw new Error(`a message has ${length} bytes; the maximum is ${MOST_BODY_BYTES}`);
}

/** Whether the connection can process a value. */
function isMessage(value: unknown): value is Message {
  if (!isMapping(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, params } = value;
  if (method === undefined) return isId(id) && ('result' in value || isMapping(value['error']));
  if (typeof method !== 'string' || !('id' in value ? isId(id) : true)) return false;
  // Some clients send null with methods that have no parameters, such as shutdown.
  if (!isMapping(params ?? {}) && !Array.isArray(params)) return false;
  return method !== '$/cancelRequest' || (isMapping(params) && isId(params['id']));
}

const isId = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number';
