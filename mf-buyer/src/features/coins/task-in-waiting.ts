/** A task that could not be paid for: it waits in its draft while its buyer gets coins, and goes along in the history's state. */
export interface TaskInWaiting {
  title: string;
  cost: number;
}

/** Out of a location's state, which may be anything. */
export const taskInWaiting = (state: unknown): TaskInWaiting | null => {
  const task = (state as { task?: Partial<TaskInWaiting> } | null)?.task;
  return typeof task?.title === 'string' && typeof task.cost === 'number'
    ? { title: task.title, cost: task.cost }
    : null;
};
