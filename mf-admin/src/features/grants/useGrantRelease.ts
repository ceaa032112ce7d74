import type { WaitingGrant } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { counted } from '../list/list-elements';

const releaseConfirmation = (grants: readonly WaitingGrant[]) => ({
  title: 'Are you sure?',
  detail: `${formatCoins(grants.reduce((sum, { coins }) => sum + coins, 0))} coins to ${counted(grants.length, 'account')}`,
  text: 'The coins are added to the balances right away, and each person gets a notification.',
  confirmText: 'Yes, release them!',
});

const outcomeOf = (released: number, accounts: number) => {
  if (released === 0) return { title: 'Already released', text: 'Another admin was first. Nothing was granted twice.' };
  const left = accounts - released;
  return {
    title: 'Updated!',
    text: `${counted(released, 'account')} got their starting coins.${left > 0 ? ` ${counted(left, 'account')} no longer waited.` : ''}`,
  };
};

/** A repeat grants nothing twice, so it needs no idempotency key. */
export function useGrantRelease(onReleased: () => void) {
  const { run, isRunning } = useAction(async (grants: readonly WaitingGrant[]) => {
    if (!(await dialogs.confirm(releaseConfirmation(grants)))) return;
    const userIds = grants.map(({ userId }) => userId);
    const { released } = await call('POST /admin/grants/release', { body: { userIds } });
    onReleased();
    refresh('GET /admin/grants', 'GET /totals');
    await dialogs.success({ ...outcomeOf(released, userIds.length), ms: MESSAGE_MS.medium });
  });
  return { release: run, isReleasing: isRunning };
}
