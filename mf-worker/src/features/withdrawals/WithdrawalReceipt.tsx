import type { Withdrawal } from '@piecework/contracts';
import { localDigits, t } from '@piecework/i18n';
import { Button, CoinFact, Dollars, Fact, Facts, formatMoney, Receipt, Seam } from '@piecework/ui';
import { useUser } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { useState } from 'react';
import { accountOf } from './payout-texts';

/** Of a withdrawal that was paid. */
export const WithdrawalReceipt = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const [isOpen, setOpen] = useState(false);
  const paid = withdrawal.payout === 'paid' && withdrawal.timeline?.findLast(({ state }) => state === 'paid');
  if (!paid) return null;
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {t('Receipt')}
      </Button>
      {isOpen && (
        <Receipt onClose={() => setOpen(false)}>
          <Paid withdrawal={withdrawal} paid={paid} />
        </Receipt>
      )}
    </>
  );
};

interface PaidProps {
  withdrawal: Withdrawal;
  paid: NonNullable<Withdrawal['timeline']>[number];
}

const Paid = ({ withdrawal, paid }: PaidProps) => {
  const { userName, userEmail } = useUser();
  const { _id: id, paymentSystem, withdrawalCoin, withdrawalAmount, withdrawalDate, localAmount } = withdrawal;
  return (
    <>
      <p>{t('Piecework paid {name} ({email}).', { name: userName, email: userEmail })}</p>
      <Seam />
      <Facts>
        <Fact label={t('Payout amount')}>
          <Dollars amount={withdrawalAmount} />
        </Fact>
        {localAmount && (
          <Fact
            label={t('At {rate} per dollar', { rate: localDigits(`${localAmount.perDollar} ${localAmount.currency}`) })}
          >
            {formatMoney(localAmount.amount, localAmount.currency)}
          </Fact>
        )}
        <CoinFact label={t('Coins')} amount={withdrawalCoin} />
        <Fact label={t('Account')}>
          <span translate="no">{accountOf({ paymentSystem, accountMask: paid.mask })}</span>
        </Fact>
        <Fact label={t('Request sent')}>{localDigits(withdrawalDate)}</Fact>
        <Fact label={t('Paid')}>
          <Moment at={paid.at} />
        </Fact>
        <Fact label={t('Reference')}>
          <code translate="no">{paid.note}</code>
        </Fact>
        <Fact label={t('Withdrawal')}>
          <code translate="no">{id}</code>
        </Fact>
      </Facts>
    </>
  );
};
