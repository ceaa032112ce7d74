/** Bengali block without its digits. */
const LETTER = '[\\u0980-\\u09e5]';
/** A suffix fits one word, and a value is any. `টি` counts, and follows every number. */
const SUFFIX_OF_VALUE = new RegExp(`\\}-?(?!টি)${LETTER}`);
/** Units, paths and addresses are no words that take a suffix. */
const SUFFIX_OF_CODE = new RegExp(`(?:\\b[KMG]i?B|[/.][a-z]+)-${LETTER}`);
const MARK = /\{\w+\}|<\/?\w+>/g;
const CODE = /\S*[A-Za-z]\S*/g;

const RULES: readonly [fault: string, isBroken: (english: string, bangla: string) => boolean][] = [
  ['a suffix is glued to a value', (_, bangla) => SUFFIX_OF_VALUE.test(bangla)],
  ['a suffix is glued to code', (_, bangla) => SUFFIX_OF_CODE.test(bangla)],
  ['Latin digits', (_, bangla) => /\d/.test(bangla.replace(MARK, '').replace(CODE, ''))],
  [
    'টাকা stands for dollars or coins',
    (english, bangla) =>
      bangla.includes('টাকা') && /\$|\bcoins?\b|\bdollars?\b/i.test(english) && !/\bmoney\b/.test(english),
  ],
];

/** What a Bangla reader stumbles over, although every English text has its translation. */
export const banglaFaults = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts].flatMap(([english, bangla]) =>
    RULES.flatMap(([fault, isBroken]) => (isBroken(english, bangla) ? [`${fault}: ${english} → ${bangla}`] : [])),
  );
