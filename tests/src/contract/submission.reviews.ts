import type { Appeal, Submission } from '@piecework/contracts';
import { outcome } from '../support/client';
import type { OperationTests } from '../support/contract';
import type { Person } from '../support/people';
import { type ContractFixture, picture } from '../support/samples';

const NOTE_FAULTS = [
  [undefined, 'Note is required'],
  ['  ', 'Note is required'],
  ['too short', 'Note must be at least 10 characters'],
  ['x'.repeat(501), 'Note must be at most 500 characters'],
  [5, 'Note must be text'],
] as const;

export const REASON_FAULTS = {
  reasonCode: [
    ['boring', 'Reason must be one of incomplete, wrong, off-task, low-quality, copied, no-proof, other'],
    ['overdue', 'Reason must be one of incomplete, wrong, off-task, low-quality, copied, no-proof, other'],
  ],
  reasonText: [
    ['x'.repeat(501), 'Reason must be at most 500 characters'],
    [5, 'Reason must be text'],
  ],
} as const;

export const NOT_YOURS = 'One of these pictures isn’t yours or is no longer available. Remove it, or add it again.';

export const ANSWER_FAULTS = [
  ['x', 'Answers must be a list'],
  [[], 'Send at least one answer'],
  [Array.from({ length: 24 }, () => ({})), 'Send at most 23 answers'],
] as const;

export const PICTURE_FAULTS = [
  ['x', 'Attachments must be a list of addresses'],
  [{}, 'Attachments must be a list of addresses'],
  [[5], 'Attachments must be addresses of uploaded pictures'],
  [[[]], 'Attachments must be addresses of uploaded pictures'],
  [['javascript:alert(1)'], NOT_YOURS],
  [['https://example.com/a.png'], NOT_YOURS],
  [['/images/01kaqr9e2w4y6z1x3c7v9bn5ra.webp'], NOT_YOURS],
  [Array.from({ length: 6 }, () => 'https://example.com/a.png'), 'Add at most 5 pictures'],
] as const;

const NOTE = 'Please name the last bird too.';
const APPEAL = 'The last bird is a rook, as I have written.';

/** Contract tests of revisions, appeals and decisions on many submissions. */
export const reviewTests = (fixture: () => ContractFixture) => {
  const pending = async (payableAmount = 5, requiredWorkers = 2) => {
    const { stack, buyer, worker } = fixture();
    const taskId = await stack.post(buyer, { payableAmount, requiredWorkers });
    return { taskId, id: await stack.submit(worker, taskId) };
  };
  const decide = (id: string, status: string, reason: object = {}) =>
    fixture().stack.ask('decideSubmission', { as: fixture().buyer, params: { id }, body: { status, ...reason } });
  const decideAll = (as: Person, decisions: object[]) =>
    fixture().stack.ask('decideSubmissions', { as, body: { decisions } });
  const sendBack = (id: string, note = NOTE, as = fixture().buyer) =>
    fixture().stack.ask('requestRevision', { as, params: { id }, body: { note } });
  const resubmit = (id: string, submissionDetails: string, as = fixture().worker, attachments?: readonly string[]) =>
    fixture().stack.ask('resubmit', {
      as,
      params: { id },
      body: { submissionDetails, ...(attachments && { attachments }) },
    });
  const appeal = (id: string, as = fixture().worker) =>
    fixture().stack.ask('fileAppeal', { as, params: { id }, body: { text: APPEAL } });
  const find = async (id: string, as: Person): Promise<Submission> => {
    const rows = await fixture().stack.get('listSubmissions', { as, query: { limit: 50 } });
    const found = rows.find(({ _id }) => _id === id);
    if (!found) throw new Error(`${id} is not among the newest submissions`);
    return found;
  };
  const rejected = async (payableAmount = 5, requiredWorkers = 2) => {
    const made = await pending(payableAmount, requiredWorkers);
    await decide(made.id, 'reject', { reasonCode: 'wrong' });
    return made;
  };

  return {
    decideSubmissions: {
      invalidValues: {
        decisions: [
          [undefined, 'Decisions must be a list'],
          ['all', 'Decisions must be a list'],
          [[], 'Send at least one decision'],
          [Array.from({ length: 101 }, (_, n) => ({ id: `s${n}`, status: 'approved' })), 'Send at most 100 decisions'],
        ],
      },
      tests: () => {
        test('names the row and the field of a bad reason, and decides nothing', async () => {
          const { id } = await pending();
          const answer = await decideAll(fixture().buyer, [
            { id, status: 'approved' },
            { id, status: 'reject', reasonCode: 'other', reasonText: 'short' },
            { id, status: 'reject', reasonText: 'A text without a code' },
          ]);
          expect(answer).toMatchObject({
            status: 400,
            body: { errors: [{ field: 'decisions.1.reasonText' }, { field: 'decisions.2.reasonCode' }] },
          });
          expect(await find(id, fixture().worker)).toMatchObject({ status: 'pending' });
        });
      },
    },

    requestRevision: { invalidValues: { note: NOTE_FAULTS } },

    resubmit: {
      invalidValues: {
        submissionDetails: [
          [undefined, 'Submission Details URL is required'],
          ['  ', 'Submission Details URL is required'],
          [['done'], 'Submission Details must be text'],
          ['x'.repeat(5001), 'Submission Details must be at most 5000 characters'],
        ],
        answers: ANSWER_FAULTS,
        attachments: PICTURE_FAULTS,
      },
      tests: () => {
        test('has the pictures that come with it, and keeps those of the earlier version', async () => {
          const { stack, buyer, worker, otherWorker } = fixture();
          const uploadAs = async (as: Person) =>
            (await stack.get('uploadImage', { as, ...picture() })).data.display_url;
          const [first, second] = [await uploadAs(worker), await uploadAs(worker)];
          const taskId = await stack.post(buyer);
          const body = { taskId, submissionDetails: 'With a picture', attachments: [first] };
          const id = await stack.insert('createSubmission', { as: worker, body });
          await sendBack(id);
          const foreign = await resubmit(id, 'Better', worker, [await uploadAs(otherWorker)]);
          expect(foreign.body).toMatchObject({ errors: [{ field: 'attachments' }] });
          expect((await resubmit(id, 'Better', worker, [second])).body).toEqual({ modifiedCount: 1 });
          expect((await resubmit(id, 'Better', worker, [second])).body).toEqual({ modifiedCount: 0 });
          expect(outcome(await resubmit(id, 'Better'))).toBe('409 not-awaited');
          expect(await find(id, buyer)).toMatchObject({
            attachments: [second],
            earlier: [{ submissionDetails: 'With a picture', attachments: [first] }],
            revision: { note: NOTE, resubmittedAt: expect.any(String) },
            autoApproveAt: expect.any(String),
          });
        });
      },
    },

    previewReversal: {},

    reverseRejection: {},

    fileAppeal: {
      invalidValues: {
        text: [
          [undefined, 'Appeal is required'],
          ['Please look again', 'Appeal must be at least 20 characters'],
          ['x'.repeat(1001), 'Appeal must be at most 1000 characters'],
          [5, 'Appeal must be text'],
        ],
      },
    },

    listAppeals: {
      tests: () => {
        test('shows an appeal to its worker, its buyer and admins, with what would pay', async () => {
          const { stack, worker, otherWorker, buyer, otherBuyer, admin } = fixture();
          const { id, taskId } = await rejected(5, 1);
          await appeal(id);
          const list = async (as: Person, state = 'open') =>
            (await stack.get('listAppeals', { as, query: { state, limit: 50 } })).find((row: Appeal) => row._id === id);
          for (const as of [worker, buyer, admin])
            expect(await list(as)).toMatchObject({
              taskId,
              text: APPEAL,
              state: 'open',
              reason: { code: 'wrong', text: '' },
              paidBy: 'escrow',
            });
          for (const as of [otherWorker, otherBuyer]) expect(await list(as)).toBeUndefined();
          expect(await list(admin, 'dismissed')).toBeUndefined();
          await stack.submit(otherWorker, taskId);
          expect(await list(admin)).toMatchObject({ paidBy: 'platform' });
        });

        test('answers 400 to an unknown state', async () => {
          const { stack, admin } = fixture();
          const answer = await stack.ask('listAppeals', { as: admin, query: { state: 'closed' } });
          expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'state' }] } });
        });
      },
    },

    decideAppeal: {
      invalidValues: {
        outcome: [
          [undefined, 'Outcome must be upheld or dismissed'],
          ['open', 'Outcome must be upheld or dismissed'],
        ],
        note: NOTE_FAULTS,
      },
    },
  } as const satisfies Record<string, OperationTests>;
};
