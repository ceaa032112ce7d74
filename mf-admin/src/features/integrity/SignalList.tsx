import { NEW_ACCOUNT_HOURS, type Signal } from '@piecework/contracts/constants';
import { space } from '@piecework/ui/styles';
import { styled } from 'styled-components';

const SIGNALS: Readonly<Record<Signal, string>> = {
  granted: 'Some of the coins were never paid for.',
  'shared-account': 'Another worker uses the same account number.',
  'one-buyer': 'Nearly all of these coins come from one buyer.',
  'new-buyers': `At least half of the coins come from buyers less than ${NEW_ACCOUNT_HOURS} hours old.`,
  'few-workers': 'A buyer behind these coins has paid two workers at most.',
  'below-price': 'The coins cost less to buy than they pay out.',
  unearned: 'Some of the coins weren’t earned from submissions.',
  'new-account': `The account was less than ${NEW_ACCOUNT_HOURS} hours old when the request was sent.`,
};

const List = styled.ul`
  display: grid;
  gap: ${space(1)};
  margin: 0;
  padding-inline-start: ${space(4)};
  text-align: start;
`;

export const SignalList = ({ signals }: { signals: readonly Signal[] }) => (
  <List>
    {signals.map((signal) => (
      // A newer server knows more signals.
      <li key={signal}>{(SIGNALS as Readonly<Record<string, string>>)[signal] ?? signal}</li>
    ))}
  </List>
);
