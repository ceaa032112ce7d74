import type { Settings } from '@piecework/config';
import { LIST_LIMIT } from '@piecework/contracts';
import { page, type Reply } from '@piecework/http';
import type { Collection, Document, Filter, FindOptions } from '@piecework/store';

interface ListOptions<T extends Document> {
  sort: FindOptions<T>['sort'];
  settings: Pick<Settings, 'rateLimits'>;
  /** @default 0 */
  offset?: number | undefined;
  /** @default LIST_LIMIT */
  limit?: number | undefined;
}

/**
 * Answers one page of a collection. However many rows it asks for, it holds `listKilobytes` of stored rows at most (and at least
 * one row); what it cuts off begins at the answer's `next`.
 */
export const listRows = async <T extends Document>(
  rows: Pick<Collection<T>, 'find' | 'countDocuments'>,
  filter: Filter<T>,
  { sort, settings, offset = 0, limit = LIST_LIMIT }: ListOptions<T>,
  toViews: (found: T[]) => readonly unknown[] | Promise<readonly unknown[]>,
): Promise<Reply> => {
  const maxBytes = settings.rateLimits.listKilobytes * 1024;
  const [found, total] = await Promise.all([
    rows.find(filter, { ...(sort && { sort }), skip: offset, limit, maxBytes }),
    rows.countDocuments(filter),
  ]);
  const next = offset + found.length;
  const isCut = found.length > 0 && next < total && (found.length < limit || limit === LIST_LIMIT);
  return page(await toViews(found), total, isCut ? next : undefined);
};
