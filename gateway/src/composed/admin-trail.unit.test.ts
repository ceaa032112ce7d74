import type { AdminAct } from '@piecework/contracts';
import { readAdminTrail } from './admin-trail';

const act = (_id: string): AdminAct => ({
  _id,
  at: '2026-11-23T10:00:00.000Z',
  action: 'role-changed',
  actor: 'admin',
  subject: { type: 'user', id: 'ann' },
  detail: '',
});

/** Services that answer at most `size` rows at once. */
const servicesWith = (size: number, ...services: readonly (readonly string[])[]) => {
  const asked: unknown[] = [];
  const ask = async (args: { q?: string; before?: string }) => {
    asked.push(args);
    return services.map((ids) => {
      const { before } = args;
      const older = [...ids]
        .sort()
        .reverse()
        .filter((id) => before === undefined || id < before);
      const rows = older.slice(0, size).map(act);
      return { rows, isCut: rows.length < older.length, total: ids.length };
    });
  };
  const read = async (query: Parameters<typeof readAdminTrail>[0]) => {
    const { body, headers, next } = await readAdminTrail(query, ask);
    const ids = (body as AdminAct[]).map(({ _id }) => _id).join('');
    return [ids, headers?.['x-total-count'], next];
  };
  return { asked, read };
};

const SERVICES = [['a', 'd', 'e'], ['b', 'c', 'f'], []];

test.each([1, 2, 3])('merges the services, newest first, with %i rows at once', async (size) => {
  const { read } = servicesWith(size, ...SERVICES);
  for (let offset = 0; offset < 8; offset++) {
    const [ids, total] = await read({ limit: 1, offset });
    expect([ids, total]).toEqual(['fedcba'.slice(offset, offset + 1), '6']);
  }
});

test('a page ends before a row that another service may follow with a newer one', async () => {
  const { read } = servicesWith(2, ...SERVICES);
  // The first service has answered e and d, the second f and c: b may stand before a.
  expect(await read({ limit: 10 })).toEqual(['fed', '6', 3]);
  expect(await read({ limit: 10, offset: 3 })).toEqual(['cba', '6', undefined]);
  expect(await read({ limit: 2 })).toEqual(['fe', '6', undefined]);
});

test('the search is passed on', async () => {
  const { asked, read } = servicesWith(2, ...SERVICES);
  await read({ q: 'ann', offset: 4 });
  expect(asked).toEqual([{ q: 'ann' }, { q: 'ann', before: 'd' }]);
});

test('an offset behind the last row answers no rows', async () => {
  expect(await servicesWith(2, ...SERVICES).read({ offset: 100 })).toEqual(['', '6', undefined]);
  expect(await servicesWith(2, [], []).read({})).toEqual(['', '0', undefined]);
});
