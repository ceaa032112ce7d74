import { HOUR_MS } from '@piecework/base';
import { actor } from '@piecework/identity/testing';
import { decidedWork, pendingWork } from '../../testing/submission.fixtures';
import type { Submission } from '../submission/submission';
import { requestRevision, resubmit } from './revision';

const ASKED_AT = 5 * HOUR_MS;
const worker = actor('worker');
const buyer = actor('buyer');
const NOTE = 'Please name the last bird too.';

const asked = { note: NOTE, requestedAt: ASKED_AT, dueAt: ASKED_AT + 72 * HOUR_MS };
const sentBack = (changes: Partial<Submission> = {}) =>
  pendingWork({ revision: asked, revisionDueAt: asked.dueAt, ...changes });
const resubmitted = (changes: Partial<Submission> = {}) =>
  pendingWork({ revision: { ...asked, resubmittedAt: 6 * HOUR_MS }, details: 'Better', ...changes });
const request = (submission: Submission | null, { by = buyer, note = NOTE } = {}) =>
  requestRevision(submission, by, { note, now: ASKED_AT });
const handIn = (submission: Submission | null, { by = worker, details = 'Better' } = {}) =>
  resubmit(submission, by, { details }, 6 * HOUR_MS);

describe('asking for a revision', () => {
  it('gives the worker 72 hours', () => {
    expect(request(pendingWork())).toEqual(asked);
  });

  it('absorbs a repeat', () => {
    expect(request(sentBack())).toBe('repeat');
  });

  it.each([
    ['an unknown submission', null, {}, 'not-found'],
    ['the task of somebody else', pendingWork(), { by: worker }, 'not-found'],
    ['decided work', decidedWork('approved'), {}, 'already-decided'],
    ['another note about the same work', sentBack(), { note: 'Another note' }, 'revision-used'],
    ['a second revision', resubmitted(), {}, 'revision-used'],
  ])('refuses %s', (_what, submission, how, failure) => {
    expect(request(submission, how)).toMatchObject({ failure });
  });
});

describe('a new version', () => {
  it('keeps the earlier one', () => {
    expect(handIn(sentBack({ createdAt: 3, details: 'Work' }))).toEqual({
      revision: { ...asked, resubmittedAt: 6 * HOUR_MS },
      earlier: [{ details: 'Work', submittedAt: 3 }],
    });
  });

  it('may be the same text', () => {
    expect(handIn(sentBack({ details: 'Work' }), { details: 'Work' })).toHaveProperty('earlier');
  });

  it('absorbs a repeat', () => {
    expect(handIn(resubmitted())).toBe('repeat');
  });

  it.each([
    ['an unknown submission', null, {}, 'not-found'],
    ['the work of somebody else', sentBack(), { by: buyer }, 'not-found'],
    ['work that was not sent back', pendingWork(), {}, 'not-awaited'],
    ['a third version', resubmitted(), { details: 'Best' }, 'not-awaited'],
    ['work that was decided meanwhile', decidedWork('approved', { revision: asked }), {}, 'not-awaited'],
  ])('refuses %s', (_what, submission, how, failure) => {
    expect(handIn(submission, how)).toMatchObject({ failure });
  });
});
