import type { Signal } from '@piecework/contracts/constants';
import { space } from '@piecework/ui';
import { styled } from 'styled-components';

const SIGNALS: Readonly<Record<Signal, string>> = {
  'shared-account': 'Another worker has given the same account number.',
  'one-buyer': 'Nearly all of the coins come from one buyer.',
  'few-workers': 'A buyer of these coins has paid at most two workers.',
  'below-price': 'The coins were bought for less than they pay out.',
  unearned: 'Some of the coins were not earned by work.',
  'new-account': 'The account was younger than 72 hours at the request.',
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
