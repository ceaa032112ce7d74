import type { Task } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { coinsText } from '../counted';

/** When the coins come back that stay in escrow for appeals. */
export const KeptCoins = ({ kept }: { kept: NonNullable<NonNullable<Task['closed']>['kept']> }) => {
  const now = useServerNow();
  const coins = coinsText(kept.coins);
  const isOver = Date.parse(kept.until) <= now;
  return (
    <span>
      {isOver
        ? `${coins} set aside until an open appeal is decided`
        : withNodes(`${coins} set aside for appeals until {when}, or until an open appeal is decided`, {
            when: <Moment at={kept.until} />,
          })}
    </span>
  );
};
