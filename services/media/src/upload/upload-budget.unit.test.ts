import { createManualClock } from '@piecework/base/testing';
import { isFailure } from '@piecework/http';
import { type Refusal, refusals } from '../image/image';
import { createUploadBudget, type Slot } from './upload-budget';

const MEGABYTE = 1024 * 1024;
const clock = createManualClock();
const budgetOf = (uploadMegabytes: number) =>
  createUploadBudget({ limits: { accountUploads: 8, unregisteredUploads: 4, uploadMegabytes }, clock });
const slotOf = (slot: Slot | Refusal): Slot => {
  if (isFailure(slot)) throw new Error(`It was refused: ${slot.failure}`);
  return slot;
};

describe('the upload budget', () => {
  it('limits an account to a third of the bytes until its uploads end', () => {
    const budget = budgetOf(9);
    const first = slotOf(budget.begin('ann'));
    expect(first.reserve(3 * MEGABYTE)).toBeNull();
    const second = slotOf(budget.begin('ann'));
    expect(second.reserve(1)).toEqual(refusals.tooMany());
    second.end();
    first.end();
    expect(slotOf(budget.begin('ann')).reserve(3 * MEGABYTE)).toBeNull();
  });

  it('refuses an upload that does not fit and keeps the others', () => {
    const budget = budgetOf(9);
    const stopped: Refusal[] = [];
    for (const owner of ['ann', 'ben', null]) {
      const slot = slotOf(budget.begin(owner));
      slot.arriving((why) => stopped.push(why));
      expect(slot.reserve(3 * MEGABYTE)).toBeNull();
    }
    expect(slotOf(budget.begin('cem')).reserve(1)).toEqual(refusals.crowded());
    expect(stopped).toEqual([]);
  });

  it('aborts the longest upload in progress to make room, but none that has arrived', async () => {
    const budget = budgetOf(9);
    const stopped: string[] = [];
    const begin = (owner: string) => {
      const slot = slotOf(budget.begin(owner));
      slot.arriving(() => stopped.push(owner));
      expect(slot.reserve(3 * MEGABYTE)).toBeNull();
      return slot;
    };
    begin('decoded').arrived();
    begin('slow');
    await clock.advance(1000);
    begin('slow too');
    await clock.advance(5000);
    expect(slotOf(budget.begin('honest')).reserve(2 * MEGABYTE)).toBeNull();
    expect(stopped).toEqual(['slow']);
    expect(await budget.gauges.piecework_upload_bytes.value()).toBe(8 * MEGABYTE);
  });
});
