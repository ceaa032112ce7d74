import type { Task } from '@piecework/contracts';
import type { Rows } from '@piecework/web-kit';
import { queryClient, useApiQuery } from '@piecework/web-kit/query';

/** Placeholder from a cached list. */
const cachedTask = (id: string): Task | undefined => {
  for (const [, list] of queryClient.getQueriesData<Rows<Task>>({ queryKey: ['GET /tasks'] })) {
    const task = list?.rows.find(({ _id }) => _id === id);
    if (task) return task;
  }
};

export const useTaskQuery = (id: string) =>
  useApiQuery('GET /tasks/{id}', { params: { id } }, { placeholderData: () => cachedTask(id) });
