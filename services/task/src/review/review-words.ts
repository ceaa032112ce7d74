import { skeletonOf, wordsOf } from '@piecework/domain';

/** As the list has them. */
export type FindWords = (texts: readonly string[]) => string[];

/** In place of letters ('pa$$word', which the skeleton reads), or beside them ('password!'). */
const SIGNS = /[!$@]/g;

const phraseOf = (text: string): string => ` ${wordsOf(skeletonOf(text)).join(' ')} `;

/** Finds whole words and phrases, in any case and in letters that look alike. */
export const createWordFinder = (list: readonly string[]): FindWords => {
  const sought = list.map((word) => ({ word, phrase: phraseOf(word) }));
  return (texts) => {
    if (sought.length === 0) return [];
    const looks = texts.flatMap((text) => [phraseOf(text), phraseOf(text.replace(SIGNS, ' '))]);
    return sought.filter(({ phrase }) => looks.some((look) => look.includes(phrase))).map(({ word }) => word);
  };
};
