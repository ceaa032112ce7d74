import { skeletonOf, wordsOf } from '@piecework/domain';

export const RESERVED_NAME = 'This name looks like one of Piecework’s team. Please choose another one.';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(skeletonOf));

const BRAND = skeletonOf('piecework');
/** Refused as a word of any name. */
const TITLES = setOf(
  'admin admins administrator administrators sysadmin moderator moderators অ্যাডমিন এডমিন এ্যাডমিন মডারেটর',
);
/** Refused as a name of such words alone: companies and people have some of them in their names. */
const DUTIES = setOf(
  'the our your site website help helpdesk desk support service services customer client care team staff official system security safety trust payment payments payout payouts billing finance account accounts verification bot and of ' +
    'সাপোর্ট টিম কাস্টমার কেয়ার সার্ভিস হেল্প অফিসিয়াল সহায়তা পেমেন্ট',
);

const isReserved = (name: string): boolean => {
  const words = wordsOf(skeletonOf(name));
  const joined = words.join('');
  return (
    joined.includes(BRAND) ||
    TITLES.has(joined) ||
    DUTIES.has(joined) ||
    words.some((word) => TITLES.has(word)) ||
    (words.length > 0 && words.every((word) => DUTIES.has(word)))
  );
};

/** Whether a name looks like one of Piecework or of its team, as it is or without its digits ('Support 24/7'). */
export const isReservedName = (name: string): boolean => isReserved(name) || isReserved(name.replace(/\p{Nd}/gu, ' '));
