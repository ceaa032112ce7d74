import { coinsToDollars } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { formatDollars } from '@piecework/ui';

/** 'about 40 s a page · $4.50 an hour' */
export const formatPace = (pace: { medianSeconds: number; coinsPerHour: number }): string => {
  const { medianSeconds: seconds, coinsPerHour } = pace;
  const time =
    seconds < 120
      ? t('about {count} s a page', { count: seconds })
      : t('about {count} min a page', { count: seconds / 60 });
  return `${time} · ${t('{amount} an hour', { amount: formatDollars(coinsToDollars(coinsPerHour)) })}`;
};
