import { STARTING_COINS } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { RadioCards } from '@piecework/ui';
import type { ComponentProps } from 'react';

/** The props of a form's field. */
export const RoleCards = (field: Omit<ComponentProps<typeof RadioCards>, 'label' | 'options'>) => (
  <RadioCards
    label={t('What brings you here?')}
    options={[
      {
        value: 'worker',
        label: t('Worker'),
        icon: 'submissions',
        hint: t('Do tasks, earn coins, withdraw them as money. You start with {coins} coins.', {
          coins: STARTING_COINS.worker,
        }),
      },
      {
        value: 'buyer',
        label: t('Buyer'),
        icon: 'tasks',
        hint: t('Post tasks, review submissions, pay in coins. You start with {coins} coins.', {
          coins: STARTING_COINS.buyer,
        }),
      },
    ]}
    {...field}
  />
);
