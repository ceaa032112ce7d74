import { useStableRows } from '@piecework/web-kit/list';

export const idOf = ({ _id }: { _id: string }) => _id;

/**
 * New rows wait until the admin shows them.
 *
 * @param query names the list: another one starts from its own answer
 */
export const useHeldRows = <T extends { _id: string }>(list: Parameters<typeof useStableRows<T>>[0], query: unknown) =>
  useStableRows<T>(list, { scope: JSON.stringify(query), idOf, policy: { hold: 'until-shown' } });
