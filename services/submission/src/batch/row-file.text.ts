import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { ROWS_MEGABYTES } from '@piecework/contracts/constants';
import { encodingOf } from '@piecework/csv-file';

/** A fault of the whole file: what was read of it does not count. */
export class UnreadableFile extends Error {}

const MAX_BYTES = ROWS_MEGABYTES * 1024 * 1024;
/** Bytes that are processed without a break of the event loop. */
const PIECE = 32 * 1024;

interface TextPiece {
  text: string;
  isLast: boolean;
}

/** Text of a file, in pieces of one size. What follows the last piece that the caller takes stays unread; the stream is not destroyed. */
export async function* textOf(file: Readable): AsyncGenerator<TextPiece> {
  let decoder: TextDecoder | undefined;
  for await (const { bytes, isLast } of piecesOf(file)) {
    if (!decoder) {
      refuseOtherKinds(bytes);
      decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
    }
    yield { text: decode(decoder, bytes, isLast), isLast };
    await turn();
  }
}

/** Senders cut a body anywhere. The bytes of a piece are overwritten by the next one. */
async function* piecesOf(file: Readable): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  const piece = Buffer.allocUnsafe(PIECE);
  let filled = 0;
  let read = 0;
  for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > MAX_BYTES) throw new UnreadableFile(`The file is larger than ${ROWS_MEGABYTES} MB. Split it`);
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(piece, filled, at);
      at += copied;
      filled += copied;
      if (filled < PIECE) continue;
      yield { bytes: piece, isLast: false };
      filled = 0;
    }
  }
  yield { bytes: piece.subarray(0, filled), isLast: true };
}

const decode = (decoder: TextDecoder, bytes: Buffer, isLast: boolean): string => {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch {
    throw new UnreadableFile('The file isn’t in UTF-8. Save it as “CSV UTF-8” and upload it again');
  }
};

/** First bytes of ZIP archives, which Excel, Numbers and LibreOffice write; of older Office files, PDF and gzip. */
const OTHER_KINDS = ['504b0304', 'd0cf11e0', '25504446', '1f8b08'].map((hex) => Buffer.from(hex, 'hex'));

const refuseOtherKinds = (bytes: Buffer): void => {
  if (OTHER_KINDS.some((kind) => bytes.subarray(0, kind.length).equals(kind)))
    throw new UnreadableFile('This file isn’t CSV. Save it as CSV and upload it again');
};
