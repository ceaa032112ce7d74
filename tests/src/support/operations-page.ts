import { readFileSync } from 'node:fs';

/** The operators' documentation, which tests compare with the code. */
const PAGE = readFileSync('docs/operations.md', 'utf8');

/** Cells of the table under a heading, without the head row. */
export const tableUnder = (heading: string): string[][] => {
  const [, section = ''] = PAGE.split(`## ${heading}\n`);
  const rows = (section.split(/\n##+ /)[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};
