import { deflateRawSync } from 'node:zlib';

/** Bits that a symbol of the sequence carries on average (Shannon). */
const bitsPerSymbol = (symbols: readonly (string | number)[]): number => {
  const counts = new Map<string | number, number>();
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => {
    const share = count / symbols.length;
    return bits - share * Math.log2(share);
  }, 0);
};

/**
 * Bits of entropy that a secret has at most, by three estimates: of its characters (few different ones), of the steps between them (abcd…,
 * 1234…) and of what is left when it is compressed (repeated parts). 64 random hex digits have some 240.
 */
export const entropyOf = (secret: string): number => {
  const characters = [...secret];
  const codes = characters.map((one) => one.codePointAt(0) as number);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] as number));
  return Math.min(
    bitsPerSymbol(characters) * characters.length,
    bitsPerSymbol(steps) * characters.length,
    deflateRawSync(secret, { level: 9 }).length * 8,
  );
};
