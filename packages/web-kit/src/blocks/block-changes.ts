import type { OperationRequest } from '@piecework/contracts';
import { call } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';

/** Resolves to the id of the block. */
export const addBlock = async (body: OperationRequest<'createBlock'>['body']): Promise<string> => {
  const { insertedId } = await call('POST /blocks', { body });
  refresh('GET /blocks', 'GET /tasks');
  return insertedId;
};

export const endBlock = async (id: string): Promise<void> => {
  await call('DELETE /blocks/{id}', { params: { id } });
  refresh('GET /blocks', 'GET /tasks');
};
