import { MIN_TIMED_WORKERS } from '@piecework/contracts';
import { addAnswer, measuredSeconds, medianSeconds, type Pace } from './pace';

/** Answers of as many workers, one after the other. */
const paceOf = (...seconds: number[]): Pace | undefined =>
  seconds.reduce<Pace | undefined>(
    (pace, each, at) => addAnswer(pace, { workerId: `w${at}`, seconds: each }),
    undefined,
  );

describe('the time for a page', () => {
  it('is the bound that half of the answers do not exceed', () => {
    expect(medianSeconds(paceOf(3, 31, 36, 70, 1_700))).toBe(40);
    expect(medianSeconds(paceOf(5, 5, 5, 900, 1_799))).toBe(5);
    expect(medianSeconds(paceOf(10, 10, 1_500, 1_600, 1_799, 1_500))).toBe(1_800);
  });

  it('is shown from five workers on, however many answers they have', () => {
    let pace: Pace | undefined = paceOf(...Array.from({ length: MIN_TIMED_WORKERS - 1 }, () => 20));
    for (let more = 0; more < 9; more += 1) pace = addAnswer(pace, { workerId: 'w0', seconds: 20 });
    expect(medianSeconds(pace)).toBeUndefined();
    const shown = addAnswer(addAnswer(pace, { workerId: 'w9', seconds: 20 }), { workerId: 'w10', seconds: 20 });
    expect(medianSeconds(shown)).toBe(20);
    expect(shown.workers).toHaveLength(MIN_TIMED_WORKERS);
  });

  it('is not measured from half an hour on, nor negative', () => {
    expect([measuredSeconds(0, 1_798_500), measuredSeconds(0, 1_800_000), measuredSeconds(900, 0)]).toEqual([
      1_799,
      undefined,
      0,
    ]);
  });
});
