import {
  MAX_IMPORT_TASKS,
  type NotificationKind,
  type Notification as NotificationView,
  type Role,
} from '@piecework/contracts';

export interface Notification {
  userId: string;
  kind: NotificationKind;
  /** The role of the reader that it is about; of `admin` while the reader is one. */
  role: Role;
  ids: NotificationView['ids'];
  /** Of an import: those of its tasks that it is about, in order, at most `MAX_IMPORT_TASKS`. */
  taskIds?: readonly string[];
  /** Title of the task. */
  title?: string;
  coins?: number;
  /** A code: what decided, or the reason. */
  why?: string;
  /** The last characters of a changed account number, and of the one before. */
  account?: { mask: string; before?: string };
  /** Events that it stands for, since it was last read. */
  n: number;
  read: boolean;
  /** Time of the newest of these events, in milliseconds since 1970. */
  at: number;
}

/** The notification of one event for one person. */
export type News = Omit<Notification, 'n' | 'read'>;

/** Ties in time are decided by the title, so that the order of arrival does not matter. */
const isNewer = (one: Pick<Notification, 'at' | 'title'>, other: Pick<Notification, 'at' | 'title'>) =>
  one.at > other.at || (one.at === other.at && (one.title ?? '') > (other.title ?? ''));

export const firstOf = (news: News): Notification => ({ ...news, n: 1, read: false });

/** The changes of a notification that one more event joins. Commutes with those of other events. */
export const joined = (known: Notification, news: News): Pick<Notification, 'n' | 'read' | 'at'> & Partial<News> => {
  const { at, title } = isNewer(news, known) ? news : known;
  return {
    n: known.read ? 1 : known.n + 1,
    read: false,
    at,
    ...(title !== undefined && { title }),
    ...(news.taskIds && joinedTasks(known, { ...news, taskIds: news.taskIds })),
  };
};

/** Of an import: the coins are those of all tasks, of others all events of a notification have the same ones. */
const joinedTasks = (
  { read, taskIds = [], coins = 0 }: Notification,
  news: News & { taskIds: readonly string[] },
): Partial<News> => {
  if (read) return { taskIds: news.taskIds, ...(news.coins !== undefined && { coins: news.coins }) };
  return {
    taskIds: [...new Set([...taskIds, ...news.taskIds])].sort().slice(0, MAX_IMPORT_TASKS),
    ...(news.coins !== undefined && { coins: coins + news.coins }),
  };
};
