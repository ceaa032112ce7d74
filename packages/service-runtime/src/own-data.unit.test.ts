import { collection, type Document } from '@piecework/store';
import { exported, withheld } from './own-data';
import { defineService } from './service';

const letters = collection<Document & { to: string }>('letters');
const counts = collection('counts');
const create = () => ({ operations: {} as never, consumers: [] });
const file = exported({
  of: letters,
  file: 'letters',
  where: ({ userId }) => ({ to: userId }),
  by: 'to',
  view: (found) => found,
});

it('refuses a service with a collection that is neither in the download nor withheld', () => {
  const define = (...ownData: Parameters<typeof defineService>[0]['ownData'][number][]) =>
    defineService({ name: 'task', collections: [letters, counts], ownData, create });
  expect(() => define(file)).toThrow('task: ownData names neither a file nor a reason for counts');
  expect(() => define(withheld('a test', counts))).toThrow('letters');
  expect(define(file, withheld('a test', counts)).name).toBe('task');
});
