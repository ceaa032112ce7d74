import { stripHidden } from '@piecework/contracts';
import unhomoglyph from 'unhomoglyph';

const ASCII = /^[ -~]+$/;

/** The letter of Latin script that one of any script looks like, in either case; itself if none. */
const latinOf = (character: string): string =>
  [character, character.toUpperCase(), character.toLowerCase()].map(unhomoglyph).find((look) => ASCII.test(look)) ??
  unhomoglyph(character);
const toLatin = (text: string): string => [...text].map(latinOf).join('');

/** Signs and digits in place of letters; I, l and 1 look alike in one font or another. */
const CLASSES: Readonly<Record<string, string>> = { i: 'l', '!': 'l', 3: 'e', 4: 'a', '@': 'a', 5: 's', $: 's' };

/** Equal for texts that look alike to a quick reader: without case, accents and hidden characters. */
export const skeletonOf = (text: string): string => {
  const plain = stripHidden(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '');
  return [...toLatin(toLatin(plain).toLowerCase())]
    .map((character) => CLASSES[character] ?? character)
    .join('')
    .replaceAll('vv', 'w');
};

/** The words of a skeleton, in any script. */
export const wordsOf = (skeleton: string): string[] => skeleton.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
