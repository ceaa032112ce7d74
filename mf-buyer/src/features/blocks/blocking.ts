import { call, dialogs } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';

export const confirmBlock = (name: string): Promise<boolean> =>
  dialogs.confirm({
    title: `Block ${name}?`,
    text: 'They no longer see your tasks in their lists and can’t take places in them. What they have submitted or hold goes on. They aren’t notified, and you can unblock them at any time.',
    confirmText: 'Block',
  });

export const unblock = async (id: string): Promise<void> => {
  await call('DELETE /blocks/{id}', { params: { id } });
  refresh('GET /blocks');
};
