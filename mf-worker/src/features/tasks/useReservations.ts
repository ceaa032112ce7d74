import type { Reservation } from '@piecework/contracts';
import { useApiList } from '@piecework/web-kit/query';

const useQuery = () => useApiList('GET /reservations');

export const useReservations = (): readonly Reservation[] => useQuery().data?.rows ?? [];

export const useReservation = (taskId: string) => {
  const { data, isPending } = useQuery();
  return { isPending, reservation: data?.rows.find((reservation) => reservation.taskId === taskId) };
};
