/** Text as people type and paste it. Pure functions without dependencies: the server and the screens share them. */

/** CR LF, CR, vertical tab, form feed, next line, line separator, paragraph separator. */
const LINE_BREAK = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/** Control characters except tab and line feed, the byte order mark, and code points that are no characters. */
const UNSHOWABLE = /(?![\t\n])[\p{Cc}\ufeff\p{Noncharacter_Code_Point}]/gu;

/** One half of a pair: not text, and no encoder or database keeps it. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Text of one or several lines without what databases, terminals and fonts mishandle. Every line break becomes `\n`; other control characters vanish.
 * Joiners, variation selectors and direction marks stay: Bangla, emoji and mixed directions need them. Idempotent.
 */
export const cleanText = (value: string): string =>
  value.replace(LINE_BREAK, '\n').replace(UNSHOWABLE, '').replace(LONE_SURROGATE, '\ufffd');

/** The same on one line: line breaks and tabs become a blank. */
export const cleanLine = (value: string): string => cleanText(value).replace(/[\n\t]+/g, ' ');

/** Code points: what JSON Schema counts, where `string.length` counts those beyond U+FFFF twice. */
export const lengthOf = (value: string): number => [...value].length;

const BANGLA_ZERO = '০'.charCodeAt(0);
/** '০১৭১' → '0171': a keyboard may type Bangla digits in either language. */
export const latinDigits = (value: string): string =>
  value.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO));

/** Show as nothing, in any text: default-ignorable code points, which include joiners and direction marks. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Without groups; of three (1,000,000); or as in South Asia of two before the last three (10,00,000). */
const WHOLE = String.raw`-?(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})`;
const WHOLE_NUMBER = /* @__PURE__ */ new RegExp(`^${WHOLE}$`);
const DECIMAL = /* @__PURE__ */ new RegExp(`^${WHOLE}(?:\\.\\d+)?$`);

/** Digits, signs and groups in one form: also of Bangla and full-width digits, of blanks as groups, with invisible marks around them. */
const plainNumber = (typed: string): string =>
  latinDigits(typed.replace(IGNORABLE, '').normalize('NFKC'))
    .replaceAll('\u2212', '-')
    .trim()
    .replace(/(\d)\s(?=\d)/g, '$1,');

/** A whole number as people type it. NaN for everything else, such as `1,5`, `1.000` and an empty text. */
export const parseWholeNumber = (typed: string): number => {
  const number = plainNumber(typed);
  return WHOLE_NUMBER.test(number) ? Number(number.replaceAll(',', '')) : Number.NaN;
};

/** A decimal number as people type it, as a string of digits: '1,041.50' → '1041.50'. Never rounded. Null for everything else, such as `1,5`. */
export const parseDecimal = (typed: string): string | null => {
  const number = plainNumber(typed);
  if (!DECIMAL.test(number)) return null;
  const digits = number.replaceAll(',', '').replace(/^(-?)0+(?=\d)/, '$1');
  return /^-[0.]+$/.test(digits) ? digits.slice(1) : digits;
};

/** Digits behind the point of a number that {@link parseDecimal} returned. */
export const decimalsOf = (number: string): number => number.split('.')[1]?.length ?? 0;

/** Negative when `a` is less, positive when it is more: of numbers that {@link parseDecimal} returned, by their exact values. */
export const compareDecimals = (a: string, b: string): number => {
  const places = Math.max(decimalsOf(a), decimalsOf(b));
  const scaled = (number: string): bigint => BigInt(number.replace('.', '') + '0'.repeat(places - decimalsOf(number)));
  const difference = scaled(a) - scaled(b);
  return difference < 0n ? -1 : Number(difference > 0n);
};

/** What people paste around or inside an account number: invisible marks, control characters and blanks go, dashes and digits become ASCII. */
export const plainAccountNumber = (typed: string): string =>
  latinDigits(typed.normalize('NFKC'))
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\s]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-');

/** A mobile number with the country code of Bangladesh, with or without the zero behind it; rocket adds a twelfth digit. */
const WITH_COUNTRY_CODE = /^(?:\+|00)?-?880-?0?-?(1(?:-?\d){9,10})$/;

/** The one form in which an account number of a payment system is stored, compared and shown (P-5.7). Idempotent. */
export const cleanAccountNumber = (system: string, typed: string): string => {
  const plain = plainAccountNumber(typed);
  return system === 'other' ? plain : plain.replace(/[()]/g, '').replace(WITH_COUNTRY_CODE, '0$1');
};

const SINGLE_QUOTE = /[\u2018-\u201b\u2032\u02b9\u02bc\u00b4`]/g;
const DOUBLE_QUOTE = /[\u201c-\u201f\u2033\u00ab\u00bb]/g;
/** Khanda ta as it was written before it had a code point. */
const KHANDA_TA = /\u09a4\u09cd\u200d/g;
/** They render as nothing: default-ignorable code points, and interlinear annotations. */
export const HIDDEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
export const stripHidden = (value: string): string => value.replace(HIDDEN, '');

/** Any letter and what stacks on it; joiners do not end the stack. */
const STACK = /(\P{M}?)(\p{M}[\p{M}\u200c\u200d]*)/gu;
/** Marks that belong to no script, or are added to Latin and Cyrillic letters. */
const ACCENT = /[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/u;
const MAX_ACCENTS = 2;
/** Signs of one letter in Bangla, Hindi, Arabic or Burmese: nukta, vowel of two parts and nasalization are four. */
const MAX_SIGNS = 4;

const accentsOf = (text: string): number =>
  [...text.normalize('NFD')].filter((character) => ACCENT.test(character)).length;

/** Without the marks that no script stacks on one letter: the third accent, the fifth sign, and a mark that the letter has. Idempotent. */
export const limitMarks = (value: string): string =>
  value.replace(STACK, (_, letter: string, marks: string) => {
    let accents = accentsOf(letter);
    let signs = 0;
    const kept = new Set<string>();
    for (const mark of marks) {
      const isJoiner = mark === '\u200c' || mark === '\u200d';
      if (kept.has(mark)) continue;
      if (!isJoiner && (ACCENT.test(mark) ? ++accents > MAX_ACCENTS : ++signs > MAX_SIGNS)) continue;
      kept.add(mark);
    }
    return letter + [...kept].join('');
  });

const foldOnce = (value: string): string =>
  latinDigits(
    value
      .replace(SINGLE_QUOTE, "'")
      .replace(DOUBLE_QUOTE, '"')
      .replace(KHANDA_TA, '\u09ce')
      .replace(HIDDEN, '')
      .normalize('NFKC'),
  )
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/i\u0307/g, 'i')
    .replace(/[^\S\n]+/g, ' ')
    .normalize('NFKC');

/**
 * The form in which texts are searched and compared (P-8.12): compatible characters, case, quotes, dashes and Bangla digits are unified, joiners and
 * other hidden characters are dropped. Line feeds stay, because they separate the fields of a stored search text. Idempotent, so a stored text
 * of any earlier form is brought to this one without its fields (docs/adr/0073).
 */
export const searchKey = (value: string): string => {
  const once = foldOnce(value);
  const twice = foldOnce(once);
  // A few compatible characters decompose into ones that are folded themselves.
  return twice === once ? once : searchKey(twice);
};

/** Labels with letters of any script, and the joiners that some scripts need. */
const INTERNATIONAL_DOMAIN = /^[\p{L}\p{M}\p{N}\p{Join_Control}.。．｡-]+$/u;

export const EMAIL_LENGTH = 254;

/** The one form in which an address is stored and compared: lower case, an internationalized domain in ASCII ('müller.de' → 'xn--mller-kva.de'). */
export const cleanEmail = (typed: string): string => {
  const address = cleanLine(typed).trim().toLowerCase().replace('＠', '@');
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  // The URL standard maps domains as UTS 46 says, in a time that grows with the square of the length.
  const url = `http://${domain}`;
  return domain.length <= EMAIL_LENGTH && INTERNATIONAL_DOMAIN.test(domain) && URL.canParse(url)
    ? address.slice(0, at) + new URL(url).hostname
    : address;
};

/** RFC 5322's dot-atom before the @, RFC 1035's host name with a top-level domain behind it; of an address that {@link cleanEmail} returns. */
export const EMAIL_PATTERN =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
