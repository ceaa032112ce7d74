import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import type { Row } from './figure';

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

/** What a file of results begins with: by which command, when, of which sources, on which machine. */
export const heading = (title: string, command: string): string[] => {
  const machine = `${cpus()[0]?.model.trim()} × ${availableParallelism()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}`;
  const dirty = git('status', '--porcelain', '--untracked-files=no') ? ', with changes' : '';
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return [
    `# ${title}`,
    '',
    `Made by \`${command}\` on ${when} UTC, commit ${git('rev-parse', '--short', 'HEAD')}${dirty}, Node ${process.version}, ${machine}.`,
    '',
  ];
};

/** Rows as a Markdown table. */
export const tableLines = (rows: readonly Row[]): string[] => [
  `| ${HEAD.join(' | ')} |`,
  `|${HEAD.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${cellsOf(row).join(' | ')} |`),
];
