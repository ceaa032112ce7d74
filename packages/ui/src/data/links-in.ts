/** A piece of a text; with `href` it is a link. */
export interface TextPart {
  text: string;
  href?: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"\\^`{|}\p{Bidi_Control}]+/giu;
/** Punctuation of the sentence around an address. */
const TRAILING = /[.,;:!?'*_~…’”»।。，、；：！？]$/u;
const CLOSING = { ')': '(', ']': '[', '）': '（' } as const;

const count = (text: string, char: string): number => text.split(char).length - 1;

const trimmed = (address: string): string => {
  const surplus: Record<string, number> = {};
  for (const [closing, opening] of Object.entries(CLOSING))
    surplus[closing] = count(address, closing) - count(address, opening);
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1] ?? '';
    const excess = surplus[last] ?? 0;
    if (excess > 0) surplus[last] = excess - 1;
    else if (!TRAILING.test(last)) break;
  }
  return address.slice(0, end);
};

/** Undefined where the text is no address, or where it could pass for another one: `https://bank.example@evil.example`. */
const hrefOf = (text: string): string | undefined => {
  try {
    const { username, password, href } = new URL(text);
    return username || password ? undefined : href;
  } catch {
    return undefined;
  }
};

/** Splits a text at its web addresses; the parts in order are the text. */
export const linksIn = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = trimmed(match);
    const href = hrefOf(address);
    if (!href) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
};
