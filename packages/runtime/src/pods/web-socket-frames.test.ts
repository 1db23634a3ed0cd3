import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeFrame, MessageDecoder, OPCODE, type Message } from './web-socket-frames.js';

/** A frame of a server, without a mask. */
function serverFrame(opcode: number, payload: Buffer, isFinal = true): Buffer {
  const masked = encodeFrame(opcode, payload, Buffer.alloc(0));
  masked[0] = (isFinal ? 0x80 : 0) | opcode;
  masked[1] = (masked[1] ?? 0) & 0x7f;
  return Buffer.concat([masked.subarray(0, masked.length - payload.length), payload]);
}

function decode(stream: Buffer, size: number): Message[] {
  const decoder = new MessageDecoder();
  const messages: Message[] = [];
  for (let at = 0; at < stream.length; at += size) {
    messages.push(...decoder.push(stream.subarray(at, at + size)));
  }
  return messages;
}

const sizes = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000];

test('decodes messages of any length from chunks of any size', () => {
  const payloads = sizes.map((size) => Buffer.alloc(size, `${size} bytes`));
  const stream = Buffer.concat(payloads.map((each) => serverFrame(OPCODE.binary, each)));
  for (const size of [1, 2, 3, 1000, 65_536, stream.length]) {
    const messages = decode(stream, size);
    assert.deepEqual(
      messages.map(({ opcode, payload }) => [opcode, payload.length]),
      sizes.map((length) => [OPCODE.binary, length]),
    );
    assert.ok(messages.every(({ payload }, i) => payload.equals(payloads[i] ?? assert.fail())));
  }
});

test('joins the frames of a message, also with a ping between them', () => {
  const stream = Buffer.concat([
    serverFrame(OPCODE.binary, Buffer.from('a'), false),
    serverFrame(OPCODE.ping, Buffer.from('!')),
    serverFrame(OPCODE.continuation, Buffer.from('b'), false),
    serverFrame(OPCODE.continuation, Buffer.from('c')),
    serverFrame(OPCODE.text, Buffer.from('d')),
  ]);
  for (const size of [1, stream.length]) {
    assert.deepEqual(
      decode(stream, size).map(({ opcode, payload }) => [opcode, payload.toString()]),
      [
        [OPCODE.ping, '!'],
        [OPCODE.binary, 'abc'],
        [OPCODE.text, 'd'],
      ],
    );
  }
});

test('masks the frames of a client', () => {
  for (const size of sizes) {
    const payload = Buffer.alloc(size, 'some text');
    const frame = encodeFrame(OPCODE.binary, payload, Buffer.from([1, 2, 3, 4]));
    const start = frame.length - size;
    assert.deepEqual([...frame.subarray(start - 4, start)], [1, 2, 3, 4]);
    assert.equal((frame[1] ?? 0) & 0x80, 0x80);
    assert.ok(
      frame.subarray(start).every((byte, i) => byte === ((payload[i] ?? 0) ^ ((i % 4) + 1))),
    );
  }
});

test('throws if the server violates the protocol or sends too much', () => {
  const length = (bits: bigint): Buffer => {
    const bytes = Buffer.alloc(10);
    bytes.set([0x82, 127]);
    bytes.writeBigUInt64BE(bits, 2);
    return bytes;
  };
  const half = Buffer.alloc(9 * 2 ** 20);
  const streams: readonly (readonly [string, Buffer])[] = [
    ['a masked frame', encodeFrame(OPCODE.binary, Buffer.from('x'), Buffer.alloc(4))],
    ['reserved bits', Buffer.from([0xc2, 0])],
    ['an invalid control frame', Buffer.from([0x09, 0])],
    ['an invalid control frame', Buffer.from([0x89, 126, 0, 200])],
    ['within another', serverFrame(OPCODE.continuation, Buffer.from('x'))],
    [
      'within another',
      Buffer.concat([
        serverFrame(OPCODE.binary, Buffer.from('x'), false),
        serverFrame(OPCODE.binary, Buffer.from('y')),
      ]),
    ],
    ['more than 16 MiB', length(2n ** 63n)],
    ['more than 16 MiB', length(BigInt(2 ** 24 + 1))],
    [
      'more than 16 MiB',
      Buffer.concat([
        serverFrame(OPCODE.binary, half, false),
        serverFrame(OPCODE.continuation, half, false),
      ]),
    ],
  ];
  for (const [what, stream] of streams) {
    assert.throws(() => decode(stream, stream.length), { message: new RegExp(what) });
  }
});
