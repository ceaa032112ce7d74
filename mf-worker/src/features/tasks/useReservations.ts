import type { Reservation } from '@piecework/contracts';
import { useApiList } from '@piecework/web-kit/query';

const useQuery = () => useApiList('GET /reservations');

/** Undefined until the list has arrived or failed once. */
export const useReservations = (): readonly Reservation[] | undefined => {
  const { data, isLoading, failureCount } = useQuery();
  return isLoading && failureCount === 0 ? undefined : (data?.rows ?? []);
};

export const useReservation = (taskId: string) => {
  const { data, isPending } = useQuery();
  return { isPending, reservation: data?.rows.find((reservation) => reservation.taskId === taskId) };
};
