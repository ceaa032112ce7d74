import type { OperationSpec } from './operations';

/**
 * Whether a suspended account may call it: reads, and what is marked (`whileSuspended`). Calls of admins are closed to it, reads too. The gateway
 * admits a suspended admin with the rights of a worker, so a read that several roles share answers with one's own things alone.
 */
export const isOpenWhileSuspended = ({
  method,
  roles,
  whileSuspended,
}: Pick<OperationSpec, 'method' | 'roles' | 'whileSuspended'>): boolean =>
  whileSuspended === true || (method === 'GET' && (roles === undefined || roles.some((role) => role !== 'admin')));
