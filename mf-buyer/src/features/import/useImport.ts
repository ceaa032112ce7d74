import { ApiError, useUser } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ImportRecord, readRecord, writeRecord } from './import-record';
import { type Outcome, postTasks } from './post-tasks';
import { findPosted } from './posted-tasks';
import { listed, readTaskFile, type TaskFile } from './task-file';
import { noteOnPictures } from './unreachable-pictures';

export const useImport = () => {
  const { userEmail: email } = useUser();
  const [file, setFile] = useState<TaskFile>();
  const [posted, setPosted] = useState<ReadonlySet<number>>(new Set());
  const [outcome, setOutcome] = useState<Outcome>();
  const [isPosting, setPosting] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const running = useRef<AbortController>(undefined);
  const choice = useRef(0);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  useLeaveWarning(isPosting);

  const choose = async (chosen: File) => {
    const mine = ++choice.current;
    const read = await readTaskFile(chosen);
    const imported = await withPosted(read, email);
    if (mine !== choice.current) return;
    const isFine = imported.file.faults.length === 0;
    setFile(imported.file);
    setPosted(new Set(imported.record.posted));
    setOutcome(undefined);
    setChecking(isFine);
    if (!isFine) return;
    const note = await noteOnPictures(imported.file.tasks);
    if (mine !== choice.current) return;
    setChecking(false);
    if (note) setFile(withNote(imported.file, note));
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
  return { file, posted, outcome, isChecking, isPosting, choose, post, cancel };
};

const withNote = (file: TaskFile, note: string): TaskFile => ({ ...file, notes: [...file.notes, note] });

/** What this browser has posted of the file, and what is among the tasks of the buyer. */
const withPosted = async (file: TaskFile, email: string): Promise<{ file: TaskFile; record: ImportRecord }> => {
  const record = readRecord(email, file.hash);
  if (file.faults.length > 0) return { file, record };
  try {
    const posted = await findPosted(file.tasks, record);
    if (posted.length === 0) return { file, record };
    const next = { ...record, posted: [...record.posted, ...posted] };
    writeRecord(email, file.hash, next);
    const note =
      posted.length === 1
        ? `Row ${listed(posted)} is already posted, so we skip it. To post it again, change its title.`
        : `Rows ${listed(posted)} are already posted, so we skip them. To post them again, change their titles.`;
    return { file: withNote(file, note), record: next };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      file: withNote(file, 'We couldn’t check your tasks, so tasks posted from another browser may be posted again.'),
      record,
    };
  }
};

/** The browser asks before a reload; what is not posted yet would stop. */
const useLeaveWarning = (isActive: boolean) =>
  useEffect(() => {
    if (!isActive) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isActive]);
