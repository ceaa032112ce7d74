import type { RejectionReason } from '@piecework/contracts';

interface DemoReview {
  /** Reason of the rejection. */
  reason?: { code: RejectionReason; text?: string };
  /** The buyer's request for a new version, and that version. */
  revision?: string;
  answer?: string;
  /** Against the rejection, and the admin's note of a decided one. */
  appeal?: string;
  verdict?: string;
  /** Names of the task pictures that the first pending submission has attached. */
  pictures?: readonly string[];
}

/** What buyers, workers and the admin write about the work, by key of the task. */
export const REVIEWS: Readonly<Record<string, DemoReview>> = {
  'oat-milk': { reason: { code: 'no-proof', text: 'We need the number of cartons and the photo of the shelf.' } },
  'opening-hours': { pictures: ['opening-hours', 'still-a-bakery'] },
  'best-coffee': {
    reason: { code: 'low-quality', text: 'We asked for one place, three sentences and a price.' },
    appeal: 'Starbucks is good everywhere. That is my honest opinion, and honest opinions were asked for.',
    verdict:
      'The task asks for a name, a street, three sentences and a price. One sentence is an opinion, but not the work.',
  },
  'old-phone-form': {
    revision: 'Just what we hoped for. Only the screenshot shows the first screen; could you add one of the last?',
  },
  'shop-fronts': {
    revision: 'There are only eleven numbers. Which front is missing?',
    answer:
      '3 1 5 4 2 1 4 5 2 5 4 3. I had skipped number 10, sorry: five stars. Best: number 8, plants and no prices. Least: number 6, mirrors.',
  },
  'still-a-bakery': {
    reason: { code: 'incomplete', text: 'Which of the addresses, and where is the photo of the door?' },
    appeal:
      'It was 4 King Street in Manchester. It was dark and my photo shows only a shutter, but I did walk there, twice.',
  },
  'note-what-you-hear': { reason: { code: 'incomplete', text: 'Eighteen of the thirty clips are missing.' } },
  'street-sign': { reason: { code: 'low-quality', text: 'Neither the street nor the number can be read.' } },
  'supermarket-receipt': {
    reason: { code: 'incomplete', text: 'Please type every line of the receipt, not only its total.' },
  },
  'invoice-totals': {
    reason: { code: 'incomplete', text: 'Three invoices are missing.' },
    appeal:
      'Invoices 4, 11 and 19 are damaged files: three programs on two computers refuse them. I did all that can be opened.',
  },
  allergens: { reason: { code: 'off-task', text: 'Nuts are one of the fourteen allergens to mark.' } },
  'budget-questions': { reason: { code: 'incomplete' } },
  'date-photos': {
    reason: { code: 'other', text: 'Ten decades and ten reasons, please: "all the same" helps nobody.' },
  },
  'tea-facings': {
    reason: { code: 'wrong', text: 'This shop does not sell our third brand.' },
    appeal: 'It does since last week, on the small shelf beside the till. The second photo shows six packets of it.',
    verdict: 'The second photo shows the six packets. The task has no place left, so Piecework pays.',
  },
  'rice-price': { revision: 'The photo of the stall cuts off the price. Could you take it once more?' },
  'pharmacy-receipt': {
    reason: { code: 'incomplete', text: 'Please name the town and the day, and say whether you had asked.' },
  },
  'sick-leaf': {
    reason: { code: 'incomplete', text: 'Only 20 of the 50 photos are sorted.' },
    appeal:
      'The tool closed by itself after photo 20 and did not open again. I had sorted all 20 and would have gone on.',
    verdict: 'The tool failed on that day, which its log confirms. The work counts.',
  },
  'cat-boxes': { pictures: ['cat-boxes'] },
  'odd-one-out': {
    reason: { code: 'copied', text: 'Thirty times the same number.' },
    appeal: 'In my browser number one was really different in every row. I looked at each of them for a long time.',
    verdict: 'The rows are the same for everybody, and the answer took eleven seconds.',
  },
  'bus-timetable': {
    reason: { code: 'no-proof', text: 'The photo of the timetable is missing, and so are the days.' },
  },
};
