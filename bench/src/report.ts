import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import type { Row } from './benchmark';

export const HEAD = ['figure', 'measured', 'beside', 'rounds', 'budget', ''];
export const cellsOf = ({ what, measured, beside, rounds, budget, within }: Row): string[] => [
  what,
  measured,
  beside,
  rounds,
  budget,
  within === null ? '' : within ? '✓' : '✗ missed',
];

const git = (...args: string[]): string => {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
};

/** When, of which sources and on which machine something is measured. */
const provenance = (): string => {
  const machine = `${cpus()[0]?.model.trim()} × ${availableParallelism()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}`;
  const dirty = git('status', '--porcelain', '--untracked-files=no') ? ', with changes' : '';
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${when} UTC, commit ${git('rev-parse', '--short', 'HEAD')}${dirty}, Node ${process.version}, ${machine}`;
};

/** What a file of results begins with: by which command, and whence. */
export const heading = (title: string, command: string): string[] => [
  `# ${title}`,
  '',
  `Made by \`${command}\` on ${provenance()}.`,
  '',
];

/** What one table of results begins with. */
export const sectionHeading = (title: string, noise: string): string[] => [
  `## ${title}`,
  '',
  `Measured on ${provenance()}. Machine ${noise}.`,
  '',
];

/** The tables of a file of results, by their titles. */
export const sectionsOf = (file: string): ReadonlyMap<string, string> =>
  new Map(
    file
      .split(/^(?=## )/m)
      .slice(1)
      .map((section) => [/^## (.*)/.exec(section)?.[1] ?? '', section.trim()]),
  );

/** Rows as a Markdown table. */
export const tableLines = (rows: readonly Row[]): string[] => [
  `| ${HEAD.join(' | ')} |`,
  `|${HEAD.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${cellsOf(row).join(' | ')} |`),
];
