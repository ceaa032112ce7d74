import type { PaymentSystem } from '@piecework/contracts';
import { coinsToDollars, PAYOUT_HOURS } from '@piecework/contracts/constants';
import { localAmountOf, shortfallOf, type WorkerCoins } from '@piecework/contracts/withdrawal-coins';
import { plural, t, withNodes } from '@piecework/i18n';
import { Coins, Dollars, formatDate, formatMoney } from '@piecework/ui';
import { color, radius, space, text } from '@piecework/ui/styles';
import { serverNow } from '@piecework/web-kit';
import { useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { accountOf, payoutBy } from './payout-texts';

interface Props {
  /** NaN: no whole number. */
  typed: number;
  worker: WorkerCoins;
  /** Empty until one is chosen. */
  paymentSystem: PaymentSystem | '';
  /** The end of the account number, once there is one. */
  accountMask: string | undefined;
}

/** What the typed request pays, and leaves. */
export const WithdrawalSummary = (props: Props) => (
  <Panel aria-label={t('Withdrawal summary')}>
    <Sentence {...props} />
    <ol>
      <li>{t('The coins stay in your balance until an admin approves your request.')}</li>
      <li>
        {t(
          'Your balance must be above the requested amount by then. Otherwise, the request is canceled and you keep your coins.',
        )}
      </li>
      <li>
        {withNodes(t('The money arrives within {from} to {to} hours, by {day} at the latest.', PAYOUT_HOURS), {
          day: <NoBreak>{formatDate(new Date(payoutBy(serverNow())).toISOString())}</NoBreak>,
        })}
      </li>
    </ol>
  </Panel>
);

const Sentence = ({ typed, worker, paymentSystem, accountMask }: Props) => {
  const { available, requested } = worker;
  const local = useLocalAmount(typed, paymentSystem);
  if (!(Number.isSafeInteger(typed) && typed > 0))
    return (
      <Lead>
        {requested > 0
          ? withNodes(t('You have {coins}, of which {requested} are already requested.'), {
              coins: <Coins amount={available} />,
              requested: <Coins amount={requested} />,
            })
          : withNodes(t('You have {coins}.'), { coins: <Coins amount={available} /> })}
      </Lead>
    );
  const amount = <Dollars amount={coinsToDollars(typed)} />;
  const account = paymentSystem && <span translate="no">{accountOf({ paymentSystem, accountMask })}</span>;
  return (
    <Lead>
      {!account
        ? withNodes(t('You get {amount}.'), { amount })
        : local === undefined
          ? withNodes(t('You get {amount} by {account}.'), { amount, account })
          : withNodes(t('You get {amount} by {account}, about {local}.'), {
              amount,
              account,
              local: <span translate="no">{local}</span>,
            })}{' '}
      <span>{balanceNote(typed, worker)}</span>
    </Lead>
  );
};

const balanceNote = (coins: number, worker: WorkerCoins): string => {
  const missing = shortfallOf(coins, worker);
  const left = worker.available - worker.requested - coins;
  return missing === 0
    ? plural(left, 'That leaves {count} coin.', 'That leaves {count} coins.')
    : plural(missing, 'You’re {count} coin short.', 'You’re {count} coins short.');
};

/** At the present rate; that of the approval decides. */
const useLocalAmount = (coins: number, system: PaymentSystem | ''): string | undefined => {
  const rates = useApiQuery('GET /payout-rates').data;
  const rate = rates?.find(({ paymentSystem }) => paymentSystem === system);
  if (rate?.perDollar === undefined || !(coins > 0)) return undefined;
  return formatMoney(localAmountOf(coins, rate.perDollar), rate.currency);
};

const Panel = styled.section`
  padding: ${space(6)};
  border: 2px dashed ${color.line};
  border-radius: ${radius.card};

  ol { display: grid; gap: ${space(2)}; margin: 0; padding-inline-start: 1.2em; color: ${color.soft}; font-size: ${text.small}; }
`;

const NoBreak = styled.span`
  white-space: nowrap;
`;

const Lead = styled.p`
  margin: 0 0 ${space(5)};
  font-size: ${text.h3};
  line-height: 1.4;
`;
