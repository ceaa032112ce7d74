import { deflateRawSync } from 'node:zlib';

const bitsPerSymbol = (symbols: readonly (string | number)[]): number => {
  const counts = new Map<string | number, number>();
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => {
    const share = count / symbols.length;
    return bits - share * Math.log2(share);
  }, 0);
};

/** Upper bound in bits, from characters, steps between them (abcd…, 1234…) and compressed size (repeated parts). */
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
