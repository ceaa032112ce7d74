import { coinsToDollars } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Coins, color, Dollars, Fact, Facts, radius, space, text } from '@piecework/ui';
import { styled } from 'styled-components';

export const WithdrawalSummary = ({ coins, balance }: { coins: number; balance: number }) => {
  const requested = Number.isSafeInteger(coins) && coins > 0 ? coins : 0;
  return (
    <Panel aria-label={t('Withdrawal summary')}>
      <Facts>
        <Fact label={t('Your balance')}>
          <Coins amount={balance} />
        </Fact>
        <Fact label={t('Requested')}>
          <Coins amount={-requested} />
        </Fact>
        <Sum label={requested > balance ? t('Missing') : t('Remaining')}>
          <Coins amount={Math.abs(balance - requested)} />
        </Sum>
        <Fact label={t('You get')}>
          <Dollars amount={coinsToDollars(requested)} size="h3" />
        </Fact>
      </Facts>
      <ol>
        <li>{t('The coins stay in your balance until an admin approves your request.')}</li>
        <li>
          {t(
            'Your balance must be above the requested amount by then. Otherwise, the request is canceled and you keep your coins.',
          )}
        </li>
        <li>{t('The money arrives within 24 to 48 hours through the payment system you chose.')}</li>
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
