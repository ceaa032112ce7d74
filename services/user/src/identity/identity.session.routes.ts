import { utcDayOf } from '@piecework/base';
import type { Session as SessionView } from '@piecework/contracts';
import { ok, page } from '@piecework/http';
import { answer, answerInTransaction, type Call, type ServiceDeps } from '@piecework/service-runtime';
import type { Session } from './identity';
import type { Sessions } from './identity.sessions';
import { sessions } from './identity.store';

interface Parts {
  sessions: Sessions;
}

export const createSessionOperations = (deps: ServiceDeps, parts: Parts) => ({
  ...listSessions(deps),
  ...endOtherSessions(parts),
  ...endSession(parts),
});

/** Of an operation with `withSession`. */
const callerOf = ({ identity }: Pick<Call, 'identity'>): { uid: string; sid: string | undefined } => {
  if (!identity) throw new Error('The gateway has not named the session');
  return { uid: identity.uid, sid: identity.session?.sid };
};

const shown = ({ _id, browser, system, seenAt }: Session, sid: string | undefined): SessionView => ({
  _id,
  ...(browser && { browser }),
  ...(system && { system }),
  ...(seenAt !== undefined && { seenOn: utcDayOf(seenAt) }),
  isCurrent: _id === sid,
});

const listSessions = ({ store }: ServiceDeps) =>
  answer('listSessions', [], async (_input, call) => {
    const { uid, sid } = callerOf(call);
    const found = await store.collection(sessions).find({ accountId: uid });
    const newest = found.sort((one, other) => (other.seenAt ?? 0) - (one.seenAt ?? 0));
    return page(
      newest.map((session) => shown(session, sid)),
      newest.length,
    );
  });

const endOtherSessions = (parts: Parts) =>
  answerInTransaction('endOtherSessions', ['user.sessions-ended'], async (unit, _input, call) => {
    const { uid, sid } = callerOf(call);
    const found = await unit.collection(sessions).find({ accountId: uid });
    const others = found.filter(({ _id }) => _id !== sid);
    for (const session of others) await parts.sessions.end(unit, session);
    return ok({ deletedCount: others.length });
  });

/** Answers 0 for an unknown id, as for a repeat. */
const endSession = (parts: Parts) =>
  answerInTransaction('endSession', ['user.sessions-ended'], async (unit, { params: { id } }, call) => {
    const session = await unit.collection(sessions).findOne({ _id: id });
    if (session?.accountId !== callerOf(call).uid) return ok({ deletedCount: 0 });
    await parts.sessions.end(unit, session);
    return ok({ deletedCount: 1 });
  });
