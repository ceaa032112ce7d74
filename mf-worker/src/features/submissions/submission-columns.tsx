import type { Submission } from '@piecework/contracts';
import { t, withNodes } from '@piecework/i18n';
import { Clamp, Coins, Status } from '@piecework/ui';
import { quietText } from '@piecework/ui/styles';
import { styled } from 'styled-components';

export const taskName = () => ({
  id: 'task',
  head: t('Task Name'),
  cell: (row: Submission) => <Clamp text={row.taskTitle} />,
  primary: true,
});
export const buyerName = () => ({
  id: 'buyer',
  head: t('Buyer Name'),
  cell: (row: Submission) => <span translate="no">{row.buyerName}</span>,
});
export const payment = () => ({
  id: 'payment',
  head: t('Payment Amount'),
  cell: (row: Submission) => (
    <>
      <Coins amount={row.payableAmount} />
      {row.bonus && <Bonus>{withNodes(t('{coins} bonus'), { coins: <Coins amount={row.bonus.coins} sign /> })}</Bonus>}
    </>
  ),
  align: 'end' as const,
});
export const status = () => ({
  id: 'status',
  head: t('Status'),
  cell: (row: Submission) => <Status status={row.status} />,
});

const Bonus = styled.span`
  ${quietText}
  display: block;
`;
