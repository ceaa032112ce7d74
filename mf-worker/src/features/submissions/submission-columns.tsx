import type { Submission } from '@piecework/contracts';
import { t } from '@piecework/i18n';
import { Clamp, Coins, Status } from '@piecework/ui';

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
  cell: (row: Submission) => <Coins amount={row.payableAmount} />,
  align: 'end' as const,
});
export const status = () => ({
  id: 'status',
  head: t('Status'),
  cell: (row: Submission) => <Status status={row.status} />,
});
