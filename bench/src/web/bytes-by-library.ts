import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from './measured-page';
import { OUT } from './variant-sites';

/** A script's source map: attributes the transferred bytes to libraries. */

interface SourceMap {
  sources: string[];
  mappings: string;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The numbers of one segment: base64 digits of five bits, sign last. */
const numbersOf = (segment: string): number[] => {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const char of segment) {
    const digit = DIGITS.indexOf(char);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
};

/** Characters of a script, by source. */
const charactersBySource = (code: string, { mappings, sources }: SourceMap): Map<string, number> => {
  const found = new Map<string, number>();
  const lines = code.split('\n');
  let source = 0;
  for (const [index, line] of mappings.split(';').entries()) {
    const starts: { column: number; name: string }[] = [{ column: 0, name: '' }];
    let column = 0;
    for (const [step = 0, sourceStep] of line ? line.split(',').map(numbersOf) : []) {
      column += step;
      if (sourceStep !== undefined) source += sourceStep;
      starts.push({ column, name: sourceStep === undefined ? '' : (sources[source] ?? '') });
    }
    const end = lines[index]?.length ?? 0;
    for (const [at, start] of starts.entries()) {
      const characters = (starts[at + 1]?.column ?? end) - start.column;
      found.set(start.name, (found.get(start.name) ?? 0) + characters);
    }
  }
  return found;
};

/** `node_modules/@scope/name/…` → `@scope/name`; in this repository the package; otherwise webpack's runtime. */
const libraryOf = (source: string): string => {
  const [, installed] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  if (installed) return installed.startsWith('@module-federation/') ? '@module-federation' : installed;
  const [, own] = /(packages\/[^/]+)\/src/.exec(source) ?? [];
  if (own) return own;
  const [, front] = /^webpack:\/\/([^/]+)\/(?:\.\/)?src\//.exec(source) ?? [];
  return front ? front.replace('_', '-') : "webpack's runtime";
};

const fileOf = (url: string): string => {
  const name = new URL(url).pathname.replace(/.*\//, '');
  for (const front of readdirSync(join(OUT, 'ours'))) {
    const folder = join(OUT, 'ours', front, 'js');
    if (readdirSync(folder).includes(name)) return join(folder, name);
  }
  throw new Error(`${url} is in no build`);
};

/** Library → its share of the bytes of these scripts, largest first. */
export const byLibrary = (scripts: readonly Script[]): [library: string, bytes: number][] => {
  const total = new Map<string, number>();
  for (const { url, gzip } of scripts) {
    const file = fileOf(url);
    const code = readFileSync(file, 'utf8');
    const map: SourceMap = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    for (const [source, characters] of charactersBySource(code, map)) {
      const library = libraryOf(source);
      total.set(library, (total.get(library) ?? 0) + (characters / code.length) * gzip);
    }
  }
  return [...total].sort(([, one], [, other]) => other - one);
};
