import type { Answer, Form } from '@piecework/contracts';

/** Tasks with rows in mid-work. Their pictures are drawn: each row knows what its picture shows. */

interface DemoRow {
  /** Column → text, without the picture. */
  values: Record<string, string>;
  /** Names its picture. */
  picture: string;
  /** The right answer. */
  shows: Answer;
}

export interface DemoBatch {
  /** Identifies the batch in the demo data, and names its picture. */
  key: string;
  /** Key of the buyer. */
  buyer: string;
  /** Coins for an answer to one page. */
  pay: number;
  rowsPerPage: number;
  overlap: number;
  /** Days from the seed to the completion date. */
  days: number;
  /** Days before the end of the seed. */
  postedAge: number;
  title: string;
  detail: string;
  info: string;
  form: Form;
  rows: readonly DemoRow[];
  /** Workers in the order of their answers. */
  answers: readonly string[];
  /** How many of the first answers are approved; the others are pending. */
  approved: number;
}

/** An answer to the next page that its worker gets. */
export interface PlannedAnswer {
  batch: DemoBatch;
  worker: string;
  /** Which answer of the worker to the batch, from 0. */
  turn: number;
  isApproved: boolean;
}

const STALLS: readonly (readonly [sells: string, seen: readonly string[]])[] = [
  ['bread', ['awning', 'scales', 'prices', 'person']],
  ['vegetables', ['awning']],
  ['cloth', ['prices', 'person']],
  ['fish', ['scales', 'prices', 'lamp']],
  ['vegetables', ['prices', 'lamp']],
  ['cloth', ['awning', 'scales', 'prices', 'person', 'lamp']],
  ['fish', ['awning', 'prices', 'lamp']],
  ['fruit', ['awning', 'scales', 'prices']],
  ['bread', ['awning', 'person', 'lamp']],
  ['fish', ['awning', 'scales', 'prices', 'person', 'lamp']],
  ['fruit', ['awning', 'scales', 'prices', 'person']],
  ['bread', ['awning', 'prices', 'person']],
  ['vegetables', []],
  ['cloth', ['scales', 'person']],
  ['bread', ['awning', 'scales', 'prices', 'person']],
  ['vegetables', ['awning', 'scales', 'person', 'lamp']],
  ['cloth', ['awning', 'scales', 'prices', 'person']],
  ['fish', ['awning', 'scales', 'prices', 'person', 'lamp']],
  ['fruit', ['awning', 'prices', 'person']],
  ['cloth', ['scales', 'prices', 'person']],
];

const RECEIPTS: readonly (readonly [shop: string, day: string, total: string, currency: string])[] = [
  ['Corner Grocery', '2026-09-28', '1925.75', 'BDT'],
  ['Rahman Stores', '2026-10-16', '16.05', 'EUR'],
  ['Café Lumière', '2026-10-17', '8.15', 'USD'],
  ['Green Leaf Market', '2026-09-12', '14.15', 'USD'],
  ['Bakery Sol', '2026-09-16', '15.40', 'USD'],
  ['Kiosk No. 5', '2026-09-28', '16.45', 'USD'],
  ['Corner Grocery', '2026-10-19', '10.55', 'USD'],
  ['Rahman Stores', '2026-09-17', '11.00', 'USD'],
  ['Café Lumière', '2026-10-01', '10.50', 'EUR'],
  ['Green Leaf Market', '2026-10-10', '12.05', 'USD'],
  ['Bakery Sol', '2026-10-19', '745.10', 'BDT'],
  ['Kiosk No. 5', '2026-10-14', '17.00', 'USD'],
];

const twoDigits = (number: number): string => String(number).padStart(2, '0');

const option = (value: string, label: string) => ({ value, label });

const marketStalls: DemoBatch = {
  key: 'market-stalls',
  buyer: 'buyer',
  pay: 4,
  rowsPerPage: 5,
  overlap: 3,
  days: 12,
  postedAge: 3.2,
  title: 'Label twenty pictures of market stalls',
  detail: 'Look at each stall and say what it sells, and what else you see. Choose what most of the table shows.',
  info: 'One answer per picture. If you can’t see something, leave it out.',
  form: {
    fields: [
      {
        kind: 'choice',
        name: 'sells',
        label: 'What does stall {{stall}} sell?',
        required: true,
        options: [
          option('fruit', 'Fruit'),
          option('vegetables', 'Vegetables'),
          option('fish', 'Fish'),
          option('bread', 'Bread'),
          option('cloth', 'Cloth'),
        ],
      },
      {
        kind: 'choices',
        name: 'seen',
        label: 'What else do you see?',
        required: false,
        options: [
          option('awning', 'An awning'),
          option('scales', 'Scales'),
          option('prices', 'Price tags'),
          option('person', 'A person'),
          option('lamp', 'A lamp'),
        ],
      },
    ],
  },
  rows: STALLS.map(([sells, seen], at) => ({
    values: { stall: `S-${twoDigits(at + 1)}` },
    picture: `stall-${twoDigits(at + 1)}`,
    shows: { sells, ...(seen.length > 0 && { seen: [...seen] }) },
  })),
  answers: ['mateo', 'zainab', 'mateo', 'arjun', 'zainab', 'mateo', 'arjun', 'mateo', 'zainab'],
  approved: 3,
};

const receipts: DemoBatch = {
  key: 'receipts',
  buyer: 'buyer',
  pay: 3,
  rowsPerPage: 1,
  overlap: 1,
  days: 9,
  postedAge: 3.1,
  title: 'Copy the totals of twelve receipts',
  detail: 'Copy what each receipt says. Zoom in if a number is small, and turn the picture if it lies on its side.',
  info: 'The total with tax as it is printed, and the day on the receipt.',
  form: {
    fields: [
      { kind: 'text', name: 'shop', label: 'Shop', required: true, maxLength: 80 },
      { kind: 'date', name: 'day', label: 'Day on receipt {{receipt}}', required: true },
      { kind: 'number', name: 'total', label: 'Total', required: true, decimals: 2, min: '0' },
      {
        kind: 'choice',
        name: 'currency',
        label: 'Currency',
        required: true,
        options: [option('BDT', 'Taka'), option('EUR', 'Euro'), option('USD', 'US dollar')],
      },
    ],
  },
  rows: RECEIPTS.map(([shop, day, total, currency], at) => ({
    values: { receipt: `R-${1041 + at}`, clerk: at % 2 === 0 ? 'Ines' : 'Jonas' },
    picture: `receipt-${twoDigits(at + 1)}`,
    shows: { shop, day, total, currency },
  })),
  answers: ['elena', 'kwame', 'elena', 'worker', 'elena', 'kwame', 'worker'],
  approved: 4,
};

export const BATCHES: readonly DemoBatch[] = [marketStalls, receipts];

export const ANSWERS: readonly PlannedAnswer[] = BATCHES.flatMap((batch) =>
  batch.answers.map((worker, at) => ({
    batch,
    worker,
    turn: batch.answers.slice(0, at).filter((other) => other === worker).length,
    isApproved: at < batch.approved,
  })),
);

export const placesOf = ({ rows, rowsPerPage, overlap }: DemoBatch): number =>
  Math.ceil(rows.length / rowsPerPage) * overlap;

export const batchCost = (batch: DemoBatch): number => placesOf(batch) * batch.pay;

/** Some workers overlook the lamp, or choose the wrong goods where the right ones look alike. */
export const answerBy = (worker: string, row: DemoRow, at: number): Answer => {
  const { seen, ...rest } = row.shows;
  if (!Array.isArray(seen)) return row.shows;
  const isHasty = worker === 'zainab' && at % 4 === 1;
  const noticed = worker === 'arjun' ? seen.filter((one) => one !== 'lamp') : seen;
  return {
    ...rest,
    ...(isHasty && row.shows.sells === 'vegetables' && { sells: 'fruit' }),
    ...(noticed.length > 0 && { seen: noticed }),
  };
};
