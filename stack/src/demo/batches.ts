import type { Answer, Form } from '@piecework/contracts';
import type { Box } from '@piecework/contracts/boxes';

/** Tasks with rows in mid-work. Their pictures are drawn: each row knows what its picture shows. */

export interface DemoRow {
  /** Column → text, without the picture. The first column identifies the row. */
  values: Record<string, string>;
  /** Names its picture. */
  picture: string;
  /** The right answer. */
  shows: Answer;
  /** Column → text of the right answers, of a row that is a check. */
  expected?: Record<string, string>;
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
  /** The checks are the last ones. */
  rows: readonly DemoRow[];
  /** Checks on each page. */
  checksPerPage?: number;
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

/** Rows of `STALLS` that are checks. */
const CHECKS = 4;

/** Where they stand in each picture that has them. */
const PLACES = {
  person: { x: 0.405, y: 0.315, width: 0.18, height: 0.26 },
  lamp: { x: 0.7, y: 0.27, width: 0.07, height: 0.15 },
  scales: { x: 0.685, y: 0.44, width: 0.12, height: 0.12 },
};

const isMarked = (thing: string): thing is keyof typeof PLACES => Object.hasOwn(PLACES, thing);

const marketStalls: DemoBatch = {
  key: 'market-stalls',
  buyer: 'buyer',
  pay: 4,
  rowsPerPage: 4,
  checksPerPage: 1,
  overlap: 3,
  days: 12,
  postedAge: 3.2,
  title: 'Label pictures of market stalls',
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
    ...(at >= STALLS.length - CHECKS && { expected: { 'expected.sells': sells } }),
  })),
  answers: ['mateo', 'zainab', 'mateo', 'arjun', 'zainab', 'mateo', 'arjun', 'mateo', 'zainab', 'arjun'],
  approved: 2,
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

const MARKED = [6, 10, 1, 16, 18, 9, 20, 14];

const stallBoxes: DemoBatch = {
  key: 'stall-boxes',
  buyer: 'buyer',
  pay: 3,
  rowsPerPage: 1,
  overlap: 2,
  days: 10,
  postedAge: 3.3,
  title: 'Draw boxes around people, lamps and scales',
  detail: 'Draw a box around each person, each lamp and each pair of scales, as close to its edges as you can.',
  info: 'One box for each thing. Then count the price tags.',
  form: {
    fields: [
      {
        kind: 'boxes',
        name: 'things',
        label: 'What stands on this stall?',
        required: true,
        options: [option('person', 'Person'), option('lamp', 'Lamp'), option('scales', 'Scales')],
      },
      { kind: 'number', name: 'tags', label: 'How many price tags?', required: true, decimals: 0, min: '0' },
    ],
  },
  rows: MARKED.map((stall) => {
    const [, seen = []] = STALLS[stall - 1] ?? [];
    return {
      values: { photo: `P-${twoDigits(stall)}` },
      picture: `stall-${twoDigits(stall)}`,
      shows: {
        things: seen.filter(isMarked).map((thing) => ({ label: thing, ...PLACES[thing] })),
        tags: seen.includes('prices') ? '3' : '0',
      },
    };
  }),
  answers: ['elena', 'kwame', 'elena', 'kwame', 'elena', 'kwame', 'elena'],
  approved: 1,
};

export const BATCHES: readonly DemoBatch[] = [marketStalls, receipts, stallBoxes];

export const ANSWERS: readonly PlannedAnswer[] = BATCHES.flatMap((batch) =>
  batch.answers.map((worker, at) => ({
    batch,
    worker,
    turn: batch.answers.slice(0, at).filter((other) => other === worker).length,
    isApproved: at < batch.approved,
  })),
);

/** Without the checks. */
export const countRows = ({ rows }: DemoBatch): number => rows.filter(({ expected }) => !expected).length;

export const placesOf = (batch: DemoBatch): number => Math.ceil(countRows(batch) / batch.rowsPerPage) * batch.overlap;

export const batchCost = (batch: DemoBatch): number => placesOf(batch) * batch.pay;

/** What looks alike to a worker in a hurry. */
const CONFUSED: Record<string, Record<string, string>> = { zainab: { vegetables: 'fruit' }, arjun: { bread: 'cloth' } };

/** Some workers overlook the lamp, take one thing for another, or draw a box beside its thing. */
export const answerBy = (worker: string, { shows, expected }: DemoRow): Answer => {
  const { sells, seen, things, tags } = shows;
  const isHasty = worker === 'kwame';
  return {
    ...shows,
    ...(typeof sells === 'string' && { sells: (!expected && CONFUSED[worker]?.[sells]) || sells }),
    ...(Array.isArray(seen) && worker === 'arjun' && { seen: (seen as string[]).filter((one) => one !== 'lamp') }),
    ...(Array.isArray(things) && isHasty && { things: (things as Box[]).map((box) => ({ ...box, x: box.x + 0.012 })) }),
    ...(tags === '3' && isHasty && Array.isArray(things) && things.length === 3 && { tags: '2' }),
  };
};
