import { cause, newService, type OwnService } from '../testing/events';
import { noteAdminAct, readAdminTrail } from './admin-trail';
import type { Cause, Unit } from './events/unit';

let service: OwnService;
beforeEach(async () => {
  service = await newService();
});
afterEach(() => service.remove());

const change = (name: string, by: Partial<Cause> = {}, after: (unit: Unit) => Promise<void> = async () => {}) =>
  service.transactOn(service.store)({ ...cause, ...by }, [], async (unit) => {
    await noteAdminAct(unit, {
      action: 'role-changed',
      subject: { type: 'user', id: name, title: `${name}@example.com` },
      detail: 'from worker to buyer',
    });
    await after(unit);
  });
const read = (args: Parameters<typeof readAdminTrail>[1] = {}, maxBytes = 1e6) =>
  readAdminTrail(service.store, args, maxBytes);
const subjects = async (...args: Parameters<typeof read>) =>
  (await read(...args)).rows.map(({ subject }) => subject.id);

describe('an admin act', () => {
  it('is noted with its admin, subject and time', async () => {
    await change('ann', { actor: 'admin-1', actorEmail: 'admin@example.com' });
    expect(await read()).toEqual({
      rows: [
        {
          _id: expect.stringMatching(/^[0-9a-z]{26}$/),
          at: expect.stringMatching(/^\d{4}-.*Z$/),
          action: 'role-changed',
          actor: 'admin-1',
          actorEmail: 'admin@example.com',
          subject: { type: 'user', id: 'ann', title: 'ann@example.com' },
          detail: 'from worker to buyer',
        },
      ],
      isCut: false,
      total: 1,
    });
  });

  it('without a caller is one of the operator', async () => {
    await change('ann', { actor: null });
    const [row] = (await read()).rows;
    expect(row).toMatchObject({ actor: 'operator' });
    expect(row).not.toHaveProperty('actorEmail');
  });

  it('that fails leaves no row', async () => {
    const failing = change('ann', {}, async () => {
      throw new Error('second thoughts');
    });
    await expect(failing).rejects.toThrow('second thoughts');
    expect((await read()).total).toBe(0);
  });
});

describe('the trail', () => {
  it('answers the newest first, in pages of some bytes', async () => {
    for (const name of ['a', 'b', 'c']) await change(name);
    expect(await subjects()).toEqual(['c', 'b', 'a']);
    const { rows, isCut, total } = await read({}, 1);
    expect([rows.map(({ subject }) => subject.id), isCut, total]).toEqual([['c'], true, 3]);
    const before = rows[0]?._id;
    expect(await subjects({ before })).toEqual(['b', 'a']);
    expect(await read({ before }, 1)).toMatchObject({ isCut: true, total: 3 });
  });

  it.each([
    ['the email of the subject', 'ANN@', ['ann']],
    ['the email of the admin', 'second@', ['bob']],
    ['the operator', 'operator', ['cid']],
    ['the action', 'role-changed', ['cid', 'bob', 'ann']],
    ['nothing that is there', 'nobody', []],
  ])('is searched by %s', async (_what, q, found) => {
    await change('ann', { actorEmail: 'first@example.com' });
    await change('bob', { actorEmail: 'second@example.com' });
    await change('cid', { actor: null });
    expect(await subjects({ q })).toEqual(found);
    expect((await read({ q })).total).toBe(found.length);
  });
});

it('about a person is found by id, or by the email beside what is theirs', async () => {
  for (const name of ['ann', 'bob']) await change(name);
  await service.transactOn(service.store)(cause, [], (unit) =>
    noteAdminAct(unit, {
      action: 'task-deleted',
      subject: { type: 'task', id: 't', title: 'ann@example.com' },
      detail: '',
    }),
  );
  const person = { id: 'ann', email: 'ann@example.com' };
  const acts = (args: object) => subjects({ person, ...args });
  expect(await acts({})).toEqual(['t', 'ann']);
  expect(await acts({ q: 'role-changed' })).toEqual(['ann']);
  expect(await acts({ person: { id: 'zoe', email: 'zoe@example.com' } })).toEqual([]);
});
