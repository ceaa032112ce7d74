import type { DecidedShare, DecisionEstimate, DecisionRun } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';
import { coinsText, counted } from '../counted';

export const answersText = (count: number): string => counted(count, 'answer', 'answers');
const peopleText = (count: number): string => counted(count, 'person', 'people');

/** '12 answers by 3 people, who get 24 coins.' */
export const approvalText = ({ answers, people, coins }: DecidedShare): string =>
  `${answersText(answers)} by ${peopleText(people)}, who ${people === 1 ? 'gets' : 'get'} ${coinsText(coins)}.`;

/** '3 people lose 24 coins, for 12 answers.' */
export const rejectionText = ({ answers, people, coins }: DecidedShare): string =>
  `${peopleText(people)} ${people === 1 ? 'loses' : 'lose'} ${coinsText(coins)}, for ${answersText(answers)}.`;

/** What stays as it is. */
export const leftTexts = ({ awaitingRevision, alreadyDecided }: DecisionEstimate): string[] => [
  ...(awaitingRevision > 0
    ? [
        `${answersText(awaitingRevision)} ${awaitingRevision === 1 ? 'waits' : 'wait'} for a revision and can’t be rejected.`,
      ]
    : []),
  ...(alreadyDecided > 0
    ? [
        `${answersText(alreadyDecided)} ${alreadyDecided === 1 ? 'has' : 'have'} been decided already, and won’t change.`,
      ]
    : []),
];

export const doneOf = ({ approved, rejected, leftPending, alreadyDecided }: DecisionRun): number =>
  approved + rejected + leftPending + alreadyDecided;

/** '12 approved, 3 rejected.' */
export const outcomeText = ({ approved, rejected, leftPending, alreadyDecided }: DecisionRun): string => {
  const parts = [
    [approved, 'approved'],
    [rejected, 'rejected'],
    [leftPending, 'left for you, with a revision'],
    [alreadyDecided, 'decided before'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatCoins(count)} ${what}`);
  return shown.length > 0 ? `${shown.join(', ')}.` : 'There was nothing to decide.';
};

/** '1-3, 7' → 1, 2, 3, 7; null where it isn't such a list. */
export const pagesIn = (typed: string, last: number): number[] | null => {
  const pages = new Set<number>();
  for (const part of typed.split(/[,;\s]+/).filter(Boolean)) {
    const [, from = '', to = from] = /^(\d{1,5})(?:[-–](\d{1,5}))?$/.exec(part) ?? [];
    const [first, end] = [Number(from), Number(to)];
    if (from === '' || first < 1 || end < first || end > last) return null;
    for (let page = first; page <= end; page += 1) pages.add(page);
  }
  return [...pages];
};
