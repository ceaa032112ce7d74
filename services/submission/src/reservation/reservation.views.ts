import { isoTime } from '@piecework/base';
import type { Reservation as ReservationView } from '@piecework/contracts';
import type { ReservationDocument } from './reservation.store';

export const toView = ({ _id, taskId, page, taskTitle, payable, expiresAt }: ReservationDocument): ReservationView => ({
  _id,
  taskId,
  taskTitle,
  payableAmount: payable,
  expiresAt: isoTime(expiresAt),
  ...(page !== undefined && { page }),
});
