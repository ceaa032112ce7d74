import { writeSync } from 'node:fs';
import { pause } from '@piecework/base/testing';
import { openSqliteStore } from '../src/sqlite-store';
import { collection, StoreUnavailableError } from '../src/store';

/** `node … FILE [PADDING]`: writes pairs for ever and prints each after its acknowledgement, for tests that kill it. */

export interface Line {
  _id: string;
  padding: string;
}

export const lines = collection<Line>('lines');

const report = (line: string): void => void writeSync(1, `${line}\n`);

const writeForEver = async (file: string, padding: string): Promise<void> => {
  const store = await openSqliteStore({ file });
  await store.prepare([lines]);
  for (let round = 0; ; round += 1) {
    const writes = Array.from({ length: 8 }, async (_, i) => {
      const id = `${round}-${i}`;
      try {
        await store.transaction(async (tx) => {
          await tx.collection(lines).insertOne({ _id: `${id}-left`, padding });
          await tx.collection(lines).insertOne({ _id: `${id}-right`, padding });
        });
        report(id);
      } catch (error) {
        const readable = await store.collection(lines).countDocuments({});
        report(`${error instanceof StoreUnavailableError ? 'unavailable' : error} with ${readable} readable`);
        await pause(50);
      }
    });
    await Promise.all(writes);
  }
};

const file = process.argv[2];
if (process.argv[1]?.endsWith('sqlite-store.child.ts') && file !== undefined)
  void writeForEver(file, 'x'.repeat(Number(process.argv[3] ?? 0)));
