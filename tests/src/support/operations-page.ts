import { readFileSync } from 'node:fs';

/** What operators read: it is held against the code. */
export const PAGE = readFileSync('docs/operations.md', 'utf8');

/** The cells of the table under a heading of the page, without its head. */
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
