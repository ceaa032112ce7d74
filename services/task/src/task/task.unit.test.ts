import { DAY_MS } from '@piecework/base';
import { taskStatusOf } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import fc from 'fast-check';
import {
  costOf,
  deleteTask,
  deletionText,
  editTask,
  movedTo,
  type Posting,
  postTask,
  type Task,
  type TaskState,
} from './task';

const NOW = Date.UTC(2026, 10, 21, 23, 59, 59, 999);
const owner = actor('buyer');
const posting: Posting = {
  title: 'A title',
  detail: 'A detail',
  info: 'Some info',
  imageURL: 'https://pictures.example/1.webp',
  completionDate: '2026-11-21',
  places: 3,
  payable: 7,
  autoApproveHours: 168,
  reserveMinutes: 30,
  closeAtCompletion: false,
};
const task = (changes: Partial<Task> = {}): Task => ({
  ...(postTask(posting, owner, NOW) as Task),
  state: 'open',
  ...changes,
});

describe('deletionText', () => {
  const deleted = task({ state: 'deleted', deletedBy: 'a', deletionReason: 'Spam', refunded: 21 });

  it('tells the buyer the reason, and what happened to the coins', () => {
    expect(deletionText(deleted, 'buyer')).toBe(
      'An admin has deleted this task. The reason: “Spam” 21 coins for its open places returned to your balance. You can still decide its submissions.',
    );
    const { deletionReason: _, ...silent } = deleted;
    expect(deletionText({ ...silent, refunded: 1 }, 'buyer')).toMatch(/^An admin has deleted this task. 1 coin for/);
    const { refunded: __, ...older } = silent;
    expect(deletionText(older, 'buyer')).toContain('The coins for its open places returned to your balance.');
    expect(deletionText({ ...deleted, state: 'deleting' }, 'buyer')).toContain(
      'The coins for its open places are returning to your balance.',
    );
  });

  it('tells the buyer how many coins appeals may still need', () => {
    const places = { ...deleted.places, open: 0, kept: 2, keptUntil: NOW };
    expect(deletionText({ ...deleted, payable: 7, places }, 'buyer')).toContain(
      'returned to your balance. 14 coins more will return unless workers win their appeals. You can',
    );
  });

  it('tells a worker the reason, and nothing about the coins of the buyer', () => {
    expect(deletionText(deleted, 'worker')).toBe(
      'An admin has deleted this task. The reason: “Spam” Your submission can still be approved and paid.',
    );
  });
});

describe('postTask', () => {
  it('creates an unfunded task with the cost of all places', () => {
    expect(postTask(posting, owner, NOW)).toEqual({
      title: 'A title',
      detail: 'A detail',
      info: 'Some info',
      imageURL: 'https://pictures.example/1.webp',
      completionDate: '2026-11-21',
      state: 'funding',
      declined: null,
      buyerId: owner.userId,
      buyerEmail: owner.email,
      buyerName: owner.name,
      buyerLeft: false,
      payable: 7,
      cost: 21,
      autoApproveHours: 168,
      reserveMinutes: 30,
      places: { version: 0, open: 3, pending: 0, approved: 0 },
      taskStatus: 'pending',
      createdAt: NOW,
    });
  });

  it('accepts today (UTC) until its last millisecond', () => {
    expect(postTask(posting, owner, NOW)).toMatchObject({ state: 'funding' });
    expect(postTask(posting, owner, NOW + 1)).toMatchObject({
      failure: 'validation',
      errors: [{ field: 'completionDate', message: 'Completion Date must be today or later' }],
    });
  });
});

describe('costOf', () => {
  it("is exact for the contract's largest task", () => expect(costOf(1_000_000, 1_000_000)).toBe(1_000_000_000_000));
  it('throws when the cost is not a safe integer', () =>
    expect(() => costOf(2 ** 27, 2 ** 27)).toThrow('largest exact integer'));
});

describe('taskStatusOf', () => {
  it.each([
    [{ version: 0, open: 3, pending: 0, approved: 0 }, 'pending'],
    [{ version: 1, open: 2, pending: 1, approved: 0 }, 'onProgress'],
    [{ version: 3, open: 0, pending: 3, approved: 0 }, 'onProgress'],
    [{ version: 2, open: 3, pending: 0, approved: 0 }, 'onProgress'],
    [{ version: 1, open: 5, pending: 0, approved: 0, untouched: true }, 'pending'],
    [{ version: 1, open: 0, pending: 0, approved: 0, untouched: true }, 'completed'],
    [{ version: 6, open: 0, pending: 0, approved: 3 }, 'completed'],
  ] as const)('%j is %s', (places, status) => expect(taskStatusOf(places)).toBe(status));

  it('never returns to pending, and stays completed while the task is open', () => {
    const steps = fc.array(fc.constantFrom('submit', 'approve', 'reject'), { maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), steps, (offered, course) => {
        let places = { version: 0, open: offered, pending: 0, approved: 0 };
        const seen = [taskStatusOf(places)];
        for (const next of course) {
          const { version, open, pending, approved } = places;
          if (next === 'submit' && open > 0)
            places = { version: version + 1, open: open - 1, pending: pending + 1, approved };
          if (next === 'approve' && pending > 0)
            places = { version: version + 1, open, pending: pending - 1, approved: approved + 1 };
          if (next === 'reject' && pending > 0)
            places = { version: version + 1, open: open + 1, pending: pending - 1, approved };
          seen.push(taskStatusOf(places));
        }
        const rank = { pending: 0, onProgress: 1, completed: 2 };
        expect(seen).toEqual([...seen].sort((a, b) => rank[a] - rank[b]));
      }),
    );
  });
});

describe('editTask', () => {
  it('returns only changed texts', () =>
    expect(editTask(task(), owner, { title: 'Another', detail: 'A detail', info: undefined }, NOW)).toEqual({
      title: 'Another',
    }));
  it('answers not-found for an unknown task', () =>
    expect(editTask(null, owner, { title: 'Another' }, NOW)).toMatchObject({ failure: 'not-found' }));
  it.each(['open', 'deleting', 'deleted'] as const)(
    'absorbs an edit of a %s task that changes no text, from any caller',
    (state) => {
      const { title, detail, info } = posting;
      for (const edit of [{}, { title }, { title, detail, info }])
        for (const who of [actor('worker'), actor('buyer', 'other'), actor('admin'), owner])
          expect(editTask(task({ state }), who, edit, NOW)).toEqual({});
    },
  );
  it('forbids a worker to change one of several texts', () => {
    const edit = { title: posting.title, detail: posting.detail, info: 'Send it to me instead' };
    expect(editTask(task(), actor('worker'), edit, NOW)).toMatchObject({ failure: 'forbidden' });
  });
  it.each(['funding', 'declined', 'deleting', 'deleted'] as const)('answers not-found for a %s task', (state) => {
    expect(editTask(task({ state }), owner, { title: 'Another' }, NOW)).toMatchObject({ failure: 'not-found' });
  });
  it.each([actor('buyer', 'other'), actor('admin'), { ...owner, role: 'worker' as const }])(
    'forbids it to $role $userId',
    (who) => {
      expect(editTask(task(), who, { title: 'Another' }, NOW)).toMatchObject({ failure: 'forbidden' });
    },
  );
  it('moves the completion date later, and only to a day that is not over', () => {
    const move = (completionDate: string, now = NOW) => editTask(task(), owner, { completionDate }, now);
    expect(move('2026-11-22')).toEqual({ completionDate: '2026-11-22' });
    expect(move('2026-11-21')).toEqual({});
    const fault = (message: string) => ({ failure: 'validation', errors: [{ field: 'completionDate', message }] });
    expect(move('2026-11-20')).toMatchObject(fault('Completion Date can only be moved later'));
    expect(move('2026-11-22', NOW + 2 * DAY_MS)).toMatchObject(fault('Completion Date must be today or later'));
  });
  it('moves the closing with the completion date', () => {
    expect(movedTo(task({ closesAt: 1 }), '2026-11-22')).toEqual({
      completionDate: '2026-11-22',
      closesAt: Date.UTC(2026, 10, 23),
    });
    expect(movedTo(task(), '2026-11-22')).toEqual({ completionDate: '2026-11-22' });
  });
});

describe('deleteTask', () => {
  it.each([
    ['funding', { failure: 'task-funding' }],
    ['declined', { failure: 'not-found' }],
    ['open', 'delete'],
    ['deleting', 'gone'],
    ['deleted', 'gone'],
  ] as [TaskState, unknown][])('of a %s task by its owner and by an admin is %j', (state, expected) => {
    for (const who of [owner, actor('admin')]) {
      const decision = deleteTask(task({ state }), who);
      if (typeof expected === 'string') expect(decision).toBe(expected);
      else expect(decision).toMatchObject(expected as object);
    }
  });
  it.each(['funding', 'open', 'deleting', 'deleted'] as const)("of another buyer's %s task is forbidden", (state) => {
    expect(deleteTask(task({ state }), actor('buyer', 'other'))).toMatchObject({ failure: 'forbidden' });
  });
  it('forbids it to the owner in another role', () => {
    expect(deleteTask(task(), { ...owner, role: 'worker' })).toMatchObject({ failure: 'forbidden' });
  });
  it('answers not-found for an unknown task', () =>
    expect(deleteTask(null, owner)).toMatchObject({ failure: 'not-found' }));
});
