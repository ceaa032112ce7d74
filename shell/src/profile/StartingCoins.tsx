import { STARTING_COINS } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Notice } from '@piecework/ui';
import { useSession } from '@piecework/web-kit';

/** For an account whose starting coins wait for an admin (P-2.10). */
export function StartingCoins() {
  const user = useSession((state) => state.user);
  if (user?.grantWaits !== 'admin' || user.userRole === 'admin') return null;
  return (
    <Notice tone="info">
      {t('Your {coins} starting coins come once we’ve checked your account. Everything else already works.', {
        coins: STARTING_COINS[user.userRole],
      })}
    </Notice>
  );
}
