import { type Clock, type Ids, isoTime } from '@piecework/base';
import { type AdminAct, type AdminAction, type AdminActSubject, LIST_LIMIT, searchKey } from '@piecework/contracts';
import { collection, containing, type Filter, type Store, type Transaction } from '@piecework/store';
import type { Unit } from './events/unit';

/** Append-only: no code changes or deletes a row (D-3.6). */
export interface AdminActRow extends AdminAct {
  action: AdminAction;
  search: string;
}

/** Ids rise with time, so the order of `_id` is that of the acts. */
export const adminActs = collection<AdminActRow>(
  'adminActs',
  [{ key: { 'subject.id': 1, _id: -1 } }, { key: { 'subject.title': 1, _id: -1 } }],
  { searchField: 'search' },
);

/** `detail`: for people. No text that a user wrote and no account number: rows are never deleted. */
export type AdminActNote = Pick<AdminActRow, 'action' | 'detail'> & { subject: AdminActSubject };

/** An admin; null: a command of the operator. */
export type ActingAdmin = { userId: string; email?: string | undefined } | null;

export const appendAdminAct = async (
  tx: Transaction,
  { _id, at }: Pick<AdminActRow, '_id' | 'at'>,
  by: ActingAdmin,
  { action, subject, detail }: AdminActNote,
): Promise<void> => {
  const actor = by?.userId ?? 'operator';
  const texts = [action, by?.email ?? actor, subject.id, subject.title ?? '', detail];
  const actorEmail = by?.email !== undefined && { actorEmail: by.email };
  const search = searchKey(texts.join('\n'));
  await tx.collection(adminActs).insertOne({ _id, at, action, actor, ...actorEmail, subject, detail, search });
};

/** Notes an act of the caller in the transaction of the act. Without a caller: an act of the operator. */
export const noteAdminAct = (unit: Pick<Unit, 'collection' | 'cause' | 'stamp'>, act: AdminActNote): Promise<void> => {
  const { actor, actorEmail } = unit.cause;
  return appendAdminAct(unit, unit.stamp(), actor === null ? null : { userId: actor, email: actorEmail }, act);
};

export const stampOf = ({ ids, clock }: { ids: Ids; clock: Clock }) => ({ _id: ids.next(), at: isoTime(clock.now()) });

export interface AdminTrailPage {
  /** Newest first. */
  rows: AdminAct[];
  /** Whether older rows follow. */
  isCut: boolean;
  /** Rows of all pages. */
  total: number;
}

/** @param person acts about this person, or about what is theirs: such a row has the email as its title */
const matchingActs = (q: unknown, person: { id: string; email: string } | undefined): Filter<AdminActRow> => ({
  ...(q ? { search: containing(searchKey(String(q))) } : {}),
  ...(person && { $or: [{ 'subject.id': person.id }, { 'subject.title': person.email }] }),
});

/** Rows older than `before`, at most `maxBytes` of them. */
export const readAdminTrail = async (
  store: Store,
  { q, before, person }: { q?: unknown; before?: unknown; person?: unknown },
  maxBytes: number,
): Promise<AdminTrailPage> => {
  const rows = store.collection(adminActs);
  const matching = matchingActs(q, person as { id: string; email: string } | undefined);
  const older: Filter<AdminActRow> = before ? { ...matching, _id: { $lt: String(before) } } : matching;
  const [found, left, total] = await Promise.all([
    rows.find(older, { sort: { _id: -1 }, limit: LIST_LIMIT, maxBytes }),
    rows.countDocuments(older),
    rows.countDocuments(matching),
  ]);
  return { rows: found.map(({ search: _, ...row }) => row), isCut: found.length > 0 && found.length < left, total };
};
