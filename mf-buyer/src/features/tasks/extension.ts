import type { Task } from '@piecework/contracts';
import type { MenuEntry } from '@piecework/ui';
import { dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { isUnderway } from './useTaskActions';

/** What a buyer can add to an open task. */
export type Extension = 'places' | 'rows' | 'pay' | 'date';

export interface ExtendProps {
  task: Task;
  onClose(): void;
}

/** A batch has its places by its rows. */
export const extensionEntries = (task: Task, choose: (extension: Extension) => void, disabled = false): MenuEntry[] => [
  task.batch
    ? { label: 'Add rows', icon: 'upload' as const, disabled, onSelect: () => choose('rows') }
    : { label: 'Add places', icon: 'users' as const, disabled, onSelect: () => choose('places') },
  { label: 'Raise the pay', icon: 'purchase' as const, disabled, onSelect: () => choose('pay') },
  { label: 'Move the date', icon: 'clock' as const, disabled, onSelect: () => choose('date') },
];

interface Report {
  title: string;
  done: string;
  /** When the operation outlasts its call. */
  late: string;
}

/** Waits for the outcome, and reports it. */
export const reportExtension = async (extending: Promise<unknown>, { title, done, late }: Report): Promise<void> => {
  const isLate = await isUnderway(extending);
  refresh('GET /tasks', 'GET /tasks/{id}', 'GET /submissions', 'GET /totals', 'GET /user');
  refresh('GET /tasks/{id}/rows', 'GET /tasks/{id}/progress');
  dialogs.toast({
    icon: 'success',
    title: isLate ? 'Almost there' : title,
    text: isLate ? late : done,
    ms: MESSAGE_MS.medium,
  });
};
