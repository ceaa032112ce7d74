import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@piecework/base';
import type { Task } from '@piecework/contracts';
import { coinsToDollars } from '@piecework/contracts/constants';
import { type BuiltFile, createPages } from './files';
import { escaped, openGraphTags } from './open-graph';

/** Open Graph tags of a task in the page that the shell serves at its public address. The gateway decides what a visitor may read. */
type SharedTask = Pick<Task, 'taskTitle' | 'taskDetail' | 'taskImageURL' | 'payableAmount'>;
/** `unknown`: the gateway has not answered. */
type Lookup = SharedTask | 'gone' | 'unknown';

/** A page waits no longer for the gateway; it then has no tags. */
const WAIT_MS = 300;
/** Milliseconds for which an answer of the gateway is used, and for which a gateway that gave none is not asked again. */
const FRESH_MS = 5000;
const TIMEOUT_MS = 3000;
const MAX_KNOWN = 500;
const MAX_ID = 100;
const DESCRIPTION_LENGTH = 200;
/** The widest that the gateway serves, in pixels. */
const PICTURE_WIDTH = 1280;

const ADDRESS = /^\/task\/([^/]+)\/*$/i;
const PICTURE = /\/images\/[0-9a-z]{26}(?:\.webp)?$/;

export const isTaskAddress = (path: string): boolean => ADDRESS.test(path);

/** null when the path contains no id. */
const idIn = (path: string): string | null => {
  try {
    const id = decodeURIComponent(ADDRESS.exec(path)?.[1] ?? '').trim();
    return id === '' || id.length > MAX_ID ? null : id;
  } catch {
    return null;
  }
};

const isTask = (value: unknown): value is SharedTask => {
  const { taskTitle, taskDetail, taskImageURL, payableAmount } = (value ?? {}) as Partial<SharedTask>;
  return (
    [taskTitle, taskDetail, taskImageURL].every((one) => typeof one === 'string') && typeof payableAmount === 'number'
  );
};

const lookUp = async (gateway: string, id: string, log: Pick<Log, 'info'>): Promise<Lookup> => {
  const address = `${gateway}/tasks/${encodeURIComponent(id)}`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status === 404) return 'gone';
    const task: unknown = answer.ok ? await answer.json() : undefined;
    if (isTask(task)) return task;
    log.info({ address, status: answer.status }, 'a task could not be read for its page');
  } catch (error) {
    log.info({ address, err: error }, 'a task could not be read for its page');
  }
  return 'unknown';
};

const createLookups = (log: Pick<Log, 'info'>) => {
  const cache = new Map<string, { answer: Promise<Lookup>; askedAt: number }>();
  return (gateway: string, id: string): Promise<Lookup> => {
    const key = `${gateway} ${id}`;
    const cached = cache.get(key);
    if (cached && performance.now() - cached.askedAt < FRESH_MS) return cached.answer;
    if (cache.size >= MAX_KNOWN) cache.clear();
    const answer = lookUp(gateway, id, log);
    cache.set(key, { answer, askedAt: performance.now() });
    return answer;
  };
};

const descriptionOf = ({ taskDetail, payableAmount }: SharedTask): string => {
  const pay = `Pays ${payableAmount.toLocaleString('en')} ${payableAmount === 1 ? 'coin' : 'coins'} ($${coinsToDollars(payableAmount).toFixed(2)}).`;
  const characters = [...taskDetail.replace(/\s+/g, ' ').trim()];
  const detail = characters.slice(0, DESCRIPTION_LENGTH).join('');
  return `${pay} ${detail}${characters.length > DESCRIPTION_LENGTH ? '…' : ''}`;
};

interface Addresses {
  /** The gateway as this server reaches it. */
  reached: string;
  /** The gateway as browsers reach it. */
  gateway: string;
  /** Origin of the product. */
  origin: string;
}

const tagsOf = (task: SharedTask, id: string, { gateway, origin }: Addresses): string => {
  const address = new URL(`/task/${encodeURIComponent(id)}`, origin).href;
  const description = descriptionOf(task);
  const path = PICTURE.exec(task.taskImageURL)?.[0];
  const picture = path && new URL(`${path}?w=${PICTURE_WIDTH}`, gateway).href;
  return [
    `<title>${escaped(task.taskTitle)} · Piecework</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    openGraphTags({ title: task.taskTitle, description, address, picture }),
  ].join('');
};

const withTags = (page: string, tags: string) =>
  page.replace(/<meta name="description"[^>]*>/, '').replace(/<title>[^<]*<\/title>/, () => tags);

/** The page of a task's public address, and its status: 404 for a task that is gone or unknown. */
export const createTaskPages = (log: Pick<Log, 'info'>) => {
  const lookups = createLookups(log);
  const pageOf = createPages(MAX_KNOWN);

  return async (
    page: BuiltFile,
    path: string,
    addresses: Addresses,
  ): Promise<{ file: BuiltFile; status: 200 | 404 }> => {
    const id = idIn(path);
    if (id === null) return { file: page, status: 404 };
    const late = sleep(WAIT_MS, 'unknown' as const, { ref: false });
    const task = await Promise.race([lookups(addresses.reached, id), late]);
    if (task === 'gone') return { file: page, status: 404 };
    if (task === 'unknown') return { file: page, status: 200 };
    return { file: pageOf(withTags(page.text(), tagsOf(task, id, addresses))), status: 200 };
  };
};
