import { call } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';

export const showAgain = async (id: string): Promise<void> => {
  await call('DELETE /blocks/{id}', { params: { id } });
  refresh('GET /blocks', 'GET /tasks');
};
