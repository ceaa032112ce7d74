import { EVENTS, TOPICS, type Topic } from '@piecework/contracts';
import { z } from 'zod';
import { createPartitionOf, MAX_BATCH_BYTES } from './kafka-publisher';
import { MAX_RECORD_BYTES } from './kafka-topics';

const partitionOf = createPartitionOf(new Map<Topic, number>(TOPICS.map((topic) => [topic, 6])));
const of = (key: string) => partitionOf({ topic: 'task', key, value: '' });

describe('partitionOf', () => {
  it('never changes, because it determines the order of a key', () => {
    // From Kafka's own test of murmur2: hashes without sign, modulo 6.
    const known = {
      '21': 1173551340,
      foobar: 1357151166,
      'a-little-bit-long-string': 1161502112,
      'a-little-bit-longer-string': 661178819,
      lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8: 2088585677,
      abc: 479470107,
    };
    for (const [key, hash] of Object.entries(known)) expect([key, of(key)]).toEqual([key, hash % 6]);
  });

  it('distributes keys', () => {
    const counts = new Map<number, number>();
    for (let n = 0; n < 6_000; n++) counts.set(of(`key-${n}`), (counts.get(of(`key-${n}`)) ?? 0) + 1);
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(count).toBeGreaterThan(800);
  });
});

describe('the size of events', () => {
  /** The contract's longest text, each character escaped to six bytes (\u0001). */
  const LONGEST_TEXT = 5_000 * 6;
  const ENVELOPE = 4_000;

  interface Schema {
    type?: string;
    properties?: Record<string, Schema>;
    items?: Schema;
    maxItems?: number;
    maxLength?: number;
    anyOf?: Schema[];
    enum?: readonly string[];
  }
  const largest = ({ type, properties, items, maxItems, maxLength, anyOf, enum: words }: Schema): number => {
    if (items && maxItems === undefined) throw new Error('a list has no bound: give the event one');
    if (items) return (maxItems ?? 0) * (largest(items) + 3);
    if (words) return Math.max(...words.map((word) => word.length)) + 2;
    if (anyOf) return Math.max(...anyOf.map(largest));
    if (properties)
      return Object.entries(properties).reduce((sum, [name, of]) => sum + name.length + 6 + largest(of), 2);
    return type === 'string' ? (maxLength === undefined ? LONGEST_TEXT : maxLength * 6) : 20;
  };

  it.each(Object.entries(EVENTS))('%s is within the limit with the longest texts', (_, { data }) => {
    expect(ENVELOPE + largest(z.toJSONSchema(data) as Schema)).toBeLessThan(MAX_BATCH_BYTES);
  });

  it("leaves room for Kafka's overhead", () => {
    expect(MAX_BATCH_BYTES).toBeLessThan(MAX_RECORD_BYTES);
  });
});
