import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  CENTS_PER_COIN,
  COIN_PACKAGES,
  COINS_PER_DOLLAR,
  coinsToDollars,
  formatCardNumber,
  IMAGE_LIMITS,
  LIST_LIMIT,
  MAX_WHOLE_NUMBER,
  MIN_WITHDRAWAL_COINS,
  PASSWORD_LENGTH,
  PASSWORD_MESSAGE,
  PASSWORD_SPECIALS,
  PAYMENT_SYSTEMS,
  ROLE_COINS,
  STARTING_COINS,
  TEST_CARDS,
  TEXT_LENGTH,
  TITLE_LENGTH,
  TOP_EARNERS,
} from '@piecework/contracts';

const read = (page: string) => readFileSync(resolve(import.meta.dirname, '../..', page), 'utf8');
const count = (value: number) => value.toLocaleString('en');
const centsPerCoin = COIN_PACKAGES.map(({ price, coins }) => (100 * price) / coins);
const megabytes = IMAGE_LIMITS.maxBytes / 1024 ** 2;
const megapixels = IMAGE_LIMITS.maxPixels / 1_000_000;

/** Rule of docs/product.md → what it says of the constants of the contract. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'P-1.5': [`at least ${PASSWORD_LENGTH.min} characters`, `\`${PASSWORD_SPECIALS}\``, `'${PASSWORD_MESSAGE}'`],
  'P-2.1': [`${coinsToDollars(1)} dollars (${COINS_PER_DOLLAR} coins per dollar)`],
  'P-2.2': [`${STARTING_COINS.worker} coins to a worker and ${STARTING_COINS.buyer} to a buyer`],
  'P-2.3': [`${ROLE_COINS.worker} (worker), ${ROLE_COINS.buyer} (buyer) or ${ROLE_COINS.admin} (admin)`],
  'P-2.4': [COIN_PACKAGES.map(({ price, coins }) => `'${coins} coin for $${price}'`).join(', ')],
  'P-2.5': [
    `${Math.min(...centsPerCoin)} to ${Math.max(...centsPerCoin)} cents while withdrawals pay ${CENTS_PER_COIN}`,
  ],
  'P-3.2': [`from 1 to ${count(MAX_WHOLE_NUMBER)}`],
  'P-5.1': [`at least ${MIN_WITHDRAWAL_COINS} coins by one of ${PAYMENT_SYSTEMS.join(', ')}`],
  'P-8.2': [`the ${TOP_EARNERS} workers`],
  'P-8.9': [`at most ${TITLE_LENGTH} characters, other texts ${count(TEXT_LENGTH)}`],
  'P-8.10': [`${count(LIST_LIMIT)} rows`],
  'P-8.11': [`at most ${megabytes} MB and ${megapixels} megapixels`],
  'P-10.3': [`the ${TOP_EARNERS} workers`],
  'P-11.6': [`at least ${MIN_WITHDRAWAL_COINS};`, `less than ${MIN_WITHDRAWAL_COINS} coins`],
};
const product = read('docs/product.md');
const textOf = (rule: string) => product.split('\n').find((line) => line.startsWith(`- **${rule}** `));

test.each(Object.entries(RULES))('%s has the values of the contract', (rule, values) => {
  for (const value of values) expect(textOf(rule)).toContain(value);
});

/** Document → what it says of the constants of the contract. */
const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  'README.md': [`${COINS_PER_DOLLAR} coins to the dollar`],
  'docs/third-parties.md': [
    `${formatCardNumber(TEST_CARDS.succeeds)} pays`,
    `${formatCardNumber(TEST_CARDS.declined)} is declined`,
    `${formatCardNumber(TEST_CARDS.authenticates)} opens the bank's window`,
  ],
};

test.each(Object.entries(DOCUMENTS))('%s has the values of the contract', (page, values) => {
  const text = read(page).replace(/\s+/g, ' ');
  for (const value of values) expect(text).toContain(value);
});
