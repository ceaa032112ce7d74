import { isoTime } from '@piecework/base';
import type { PersonNote as PersonNoteView } from '@piecework/contracts';
import { created, fail, isFailure } from '@piecework/http';
import { actorOf, answer, listRows, noteAdminAct, type ServiceDeps } from '@piecework/service-runtime';
import { refuseAuthority } from '../user/user';
import { users } from '../user/user.store';
import { deletionOf, type PersonNote, personNotes } from './note.store';

export const createNoteOperations = (deps: ServiceDeps) => ({ ...listPersonNotes(deps), ...addPersonNote(deps) });

const toView = ({ _id, text, at, author, authorEmail }: PersonNote): PersonNoteView => ({
  _id,
  text,
  at: isoTime(at),
  author,
  authorEmail,
});

const listPersonNotes = ({ store, settings }: Pick<ServiceDeps, 'store' | 'settings'>) =>
  answer('listPersonNotes', [], ({ params: { id: userId }, query: { limit, offset } }) =>
    listRows(store.collection(personNotes), { userId }, { sort: { _id: -1 }, settings, offset, limit }, (found) =>
      found.map(toView),
    ),
  );

const addPersonNote = ({ ids, clock }: Pick<ServiceDeps, 'ids' | 'clock'>) =>
  answer('addPersonNote', [], async ({ params: { id: userId }, body: { text } }, call) => {
    const { userId: author, email: authorEmail } = actorOf(call);
    const noteId = ids.next();
    const result = await call.transact(async (unit) => {
      const userRows = unit.collection(users);
      const refused = refuseAuthority(await userRows.findOne({ _id: author }));
      if (refused) return refused;
      const person = await userRows.findOne({ _id: userId });
      if (!person) return fail('not-found');
      const at = clock.now();
      const end = person.closed && { deleteAt: deletionOf(at) };
      await unit.collection(personNotes).insertOne({ _id: noteId, userId, text, at, author, authorEmail, ...end });
      // Conflicts with the closing, which gives the notes their end.
      await userRows.updateOne({ _id: userId }, { $inc: { notes: 1 } });
      await noteAdminAct(unit, {
        action: 'note-added',
        subject: { type: 'user', id: userId, title: person.email },
        // Without the text: rows are never deleted.
        detail: `${[...text].length} characters`,
      });
      // A concurrent change of the admin's role conflicts.
      await userRows.updateOne({ _id: author }, { $inc: { conflictCounter: 1 } });
      return { noteId };
    });
    return isFailure(result) ? result : created(result.noteId);
  });
