import { type AdminAct, LIST_LIMIT, schemas } from '@piecework/contracts';
import { page, type Reply } from '@piecework/http';
import type { AdminTrailPage } from '@piecework/service-runtime/rows';
import { z } from 'zod';

export const trailPageSchema: z.ZodType<AdminTrailPage> = z.object({
  rows: z.array(schemas.adminActSchema),
  isCut: z.boolean(),
  total: z.int(),
});

interface TrailQuery {
  q?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

/** Ids begin with the time, in every service. */
const newestFirst = (a: AdminAct, b: AdminAct): number => (a._id < b._id ? 1 : -1);

/** Merges the pages of all services. Each knows only its own rows, so the offset is counted here. */
export const readAdminTrail = async (
  { q, limit = LIST_LIMIT, offset = 0 }: TrailQuery,
  ask: (args: { q?: string; before?: string }) => Promise<AdminTrailPage[]>,
): Promise<Reply> => {
  let passed = 0;
  let before: string | undefined;
  for (;;) {
    const parts = await ask({ ...(q && { q }), ...(before !== undefined && { before }) });
    const total = parts.reduce((sum, part) => sum + part.total, 0);
    // Behind the last row of a cut part, rows of that service are missing.
    const ends = parts.filter(({ isCut }) => isCut).map(({ rows }) => rows.at(-1)?._id ?? '');
    const end = ends.sort().at(-1) ?? '';
    const rows = parts.flatMap((part) => part.rows.filter(({ _id }) => _id >= end)).sort(newestFirst);
    if (ends.length > 0 && passed + rows.length <= offset) {
      passed += rows.length;
      before = end;
      continue;
    }
    const pageRows = rows.slice(offset - passed, offset - passed + limit);
    const next = offset + pageRows.length;
    const isCut = pageRows.length > 0 && next < total && (pageRows.length < limit || limit === LIST_LIMIT);
    return page(pageRows, total, isCut ? next : undefined);
  }
};
