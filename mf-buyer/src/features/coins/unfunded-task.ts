/** A task that could not be paid for: it waits in its draft while its buyer gets coins, and goes along in the history's state. */
export interface UnfundedTask {
  title: string;
  cost: number;
}

/** Out of a location's state, which may be anything. */
export const unfundedTaskOf = (state: unknown): UnfundedTask | null => {
  const task = (state as { task?: Partial<UnfundedTask> } | null)?.task;
  return typeof task?.title === 'string' && typeof task.cost === 'number'
    ? { title: task.title, cost: task.cost }
    : null;
};
