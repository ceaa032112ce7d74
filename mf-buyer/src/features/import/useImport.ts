import { useUser } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readRecord } from './import-record';
import { type Outcome, postTasks } from './post-tasks';
import { readTaskFile, type TaskFile } from './task-file';

export const useImport = () => {
  const { userEmail: email } = useUser();
  const [file, setFile] = useState<TaskFile>();
  const [posted, setPosted] = useState<ReadonlySet<number>>(new Set());
  const [outcome, setOutcome] = useState<Outcome>();
  const [isPosting, setPosting] = useState(false);
  const running = useRef<AbortController>(undefined);
  const choice = useRef(0);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  useLeaveWarning(isPosting);

  const choose = async (chosen: File) => {
    const mine = ++choice.current;
    const read = await readTaskFile(chosen);
    if (mine !== choice.current) return;
    setFile(read);
    setPosted(new Set(readRecord(email, read.hash).posted));
    setOutcome(undefined);
  };

  const post = async () => {
    if (!file || running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setPosting(true);
    setOutcome(undefined);
    try {
      const onPosted = (record: { posted: readonly number[] }) => setPosted(new Set(record.posted));
      setOutcome(await postTasks(file, { email, signal: controller.signal, onPosted }));
    } finally {
      running.current = undefined;
      setPosting(false);
      refresh('GET /tasks', 'GET /totals', 'GET /user');
    }
  };
  return { file, posted, outcome, isPosting, choose, post, cancel };
};

/** The browser asks before a reload; what is not posted yet would stop. */
const useLeaveWarning = (isActive: boolean) =>
  useEffect(() => {
    if (!isActive) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isActive]);
