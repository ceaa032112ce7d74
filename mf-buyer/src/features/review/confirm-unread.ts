import type { Submission } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';
import { dialogs } from '@piecework/web-kit';

export const countOf = (count: number) => `${formatCoins(count)} ${count === 1 ? 'submission' : 'submissions'}`;

const unreadText = (unread: number, count: number) => {
  if (count === 1) return 'You haven’t opened it.';
  return `You haven’t opened ${unread === count ? 'any' : formatCoins(unread)} of them.`;
};

/** Asks before submissions are approved of which the buyer has not read all. @returns whether to approve */
export const confirmUnread = async (
  submissions: readonly Submission[],
  readIds: ReadonlySet<string>,
): Promise<boolean> => {
  const unread = submissions.filter(({ _id }) => !readIds.has(_id)).length;
  if (unread === 0) return true;
  const coins = submissions.reduce((sum, { payableAmount }) => sum + payableAmount, 0);
  return dialogs.confirm({
    title: `Approve ${countOf(submissions.length)}?`,
    text: unreadText(unread, submissions.length),
    detail: `Approving pays ${formatCoins(coins)} ${coins === 1 ? 'coin' : 'coins'} right away.`,
    confirmText: `Approve ${countOf(submissions.length)}`,
  });
};
