import { paths } from '../paths';

/**
 * A task that its buyer could not afford; its draft stays while the buyer purchases coins. Passed in the history's
 * state.
 */
export interface UnfundedTask {
  title: string;
  cost: number;
  /** Id of a batch. */
  batch?: string | undefined;
}

/** A location's state is untyped. */
export const unfundedTaskOf = (state: unknown): UnfundedTask | null => {
  const task = (state as { task?: Partial<UnfundedTask> } | null)?.task;
  return typeof task?.title === 'string' && typeof task.cost === 'number'
    ? { title: task.title, cost: task.cost, batch: typeof task.batch === 'string' ? task.batch : undefined }
    : null;
};

export const draftPathOf = ({ batch }: UnfundedTask): string =>
  batch === undefined ? paths.addTask : paths.batch(batch, 'pay');
