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

/** Date, revision and machine of a measurement. */
const provenance = (): string => {
  const machine = `${cpus()[0]?.model.trim()} × ${availableParallelism()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}`;
  const dirty = git('status', '--porcelain', '--untracked-files=no') ? ', with changes' : '';
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${when} UTC, commit ${git('rev-parse', '--short', 'HEAD')}${dirty}, Node ${process.version}, ${machine}`;
};

/** Heading of a results file: its command and provenance. */
export const heading = (title: string, command: string): string[] => [
  `# ${title}`,
  '',
  `Made by \`${command}\` on ${provenance()}.`,
  '',
];

/** Heading of one table. */
export const sectionHeading = (title: string, noise: string): string[] => [
  `## ${title}`,
  '',
  `Measured on ${provenance()}. Machine ${noise}.`,
  '',
];

/** The tables of a results file, by title. */
export const sectionsOf = (file: string): ReadonlyMap<string, string> =>
  new Map(
    file
      .split(/^(?=## )/m)
      .slice(1)
      .map((section) => [/^## (.*)/.exec(section)?.[1] ?? '', section.trim()]),
  );

export const tableLines = (rows: readonly Row[]): string[] => [
  `| ${HEAD.join(' | ')} |`,
  `|${HEAD.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${cellsOf(row).join(' | ')} |`),
];
