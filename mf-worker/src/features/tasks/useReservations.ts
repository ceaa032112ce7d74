import type { Reservation } from '@piecework/contracts';
import { useApiList } from '@piecework/web-kit/query';

export const useReservations = (): readonly Reservation[] => useApiList('GET /reservations').data?.rows ?? [];

export const useReservation = (taskId: string): Reservation | undefined =>
  useReservations().find((reservation) => reservation.taskId === taskId);
