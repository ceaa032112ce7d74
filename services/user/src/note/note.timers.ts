import { expiry } from '@piecework/service-runtime';
import { personNotes } from './note.store';

export const noteExpiry = expiry({ name: 'person-notes', of: personNotes, deadline: 'deleteAt' });
