import type { Settings } from '@piecework/config';
import { LIST_LIMIT, SEARCH_LIMIT } from '@piecework/contracts';
import { page, type Reply } from '@piecework/http';
import type { Collection, Document, Filter, FindOptions } from '@piecework/store';

interface ListOptions<T extends Document> {
  sort: FindOptions<T>['sort'];
  settings: Pick<Settings, 'rateLimits'>;
  offset?: number | undefined;
  limit?: number | undefined;
  /** The text that the filter searches for: then only the first matches are listed and counted (P-8.12). */
  q?: string | undefined;
  /** Rows of all pages, when a counter has them. @default a count by the store */
  total?: (() => Promise<number>) | undefined;
  /** Parameters of the query that lists the rows behind this one. @default an offset, which misses rows when some before it leave the list */
  behind?: (last: T) => Readonly<Record<string, string>>;
}

/** One page of at most `listKilobytes` of stored rows, but at least one row. A truncated page sets `next`. */
export const listRows = async <T extends Document>(
  rows: Pick<Collection<T>, 'find' | 'countDocuments'>,
  filter: Filter<T>,
  { sort, settings, offset = 0, limit = LIST_LIMIT, q, total: counted, behind }: ListOptions<T>,
  toViews: (documents: T[]) => readonly unknown[] | Promise<readonly unknown[]>,
): Promise<Reply> => {
  const maxBytes = settings.rateLimits.listKilobytes * 1024;
  const left = q ? Math.min(limit, SEARCH_LIMIT - offset) : limit;
  const [documents, total] = await Promise.all([
    left > 0 ? rows.find(filter, { ...(sort && { sort }), skip: offset, limit: left, maxBytes }) : [],
    counted ? counted() : rows.countDocuments(filter, q ? { limit: SEARCH_LIMIT } : {}),
  ]);
  const next = offset + documents.length;
  const isCut = documents.length > 0 && next < total && (documents.length < limit || limit === LIST_LIMIT);
  const last = documents.at(-1);
  const rest = behind && last ? behind(last) : next;
  return page(await toViews(documents), total, isCut ? rest : undefined);
};
