import { coinsToDollars, PAYOUT_HOURS } from '@piecework/contracts/constants';
import { shortfallOf, type WorkerCoins } from '@piecework/contracts/withdrawal-coins';
import { t } from '@piecework/i18n';
import { CoinFact, Coins, Dollars, Fact, Facts } from '@piecework/ui';
import { color, radius, space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

/** @param typed NaN: no whole number */
export const WithdrawalSummary = ({ typed, worker }: { typed: number; worker: WorkerCoins }) => {
  const coins = Number.isSafeInteger(typed) && typed > 0 ? typed : 0;
  const { available, requested } = worker;
  const missing = coins > 0 ? shortfallOf(coins, worker) : 0;
  return (
    <Panel aria-label={t('Withdrawal summary')}>
      <Facts>
        <CoinFact label={t('Your balance')} amount={available} />
        <CoinFact label={t('Already requested')} amount={-requested} />
        <CoinFact label={t('This request')} amount={-coins} />
        <Sum label={missing > 0 ? t('Missing') : t('Remaining')}>
          <Coins amount={missing > 0 ? missing : Math.max(0, available - requested - coins)} />
        </Sum>
        <Fact label={t('You get')}>
          <Dollars amount={coinsToDollars(coins)} size="h3" />
        </Fact>
      </Facts>
      <ol>
        <li>{t('The coins stay in your balance until an admin approves your request.')}</li>
        <li>
          {t(
            'Your balance must be above the requested amount by then. Otherwise, the request is canceled and you keep your coins.',
          )}
        </li>
        <li>
          {t('The money arrives within {from} to {to} hours through the payment system you chose.', PAYOUT_HOURS)}
        </li>
      </ol>
    </Panel>
  );
};

const Panel = styled.section`
  padding: ${space(6)};
  border: 2px dashed ${color.line};
  border-radius: ${radius.card};

  dl { margin-bottom: ${space(5)}; }
  ol { display: grid; gap: ${space(2)}; margin: 0; padding-inline-start: 1.2em; color: ${color.soft}; font-size: ${text.small}; }
`;

const Sum = styled(Fact)`
  padding-top: ${space(2)};
  border-top: 2px dashed ${color.line};
`;
