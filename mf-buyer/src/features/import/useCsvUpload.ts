import { ROWS_MEGABYTES } from '@piecework/contracts/constants';
import { ApiError } from '@piecework/web-kit';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A fault of the file. Without a row: of the file as a whole. */
export interface RowFault {
  row: number | undefined;
  column: string;
  message: string;
}

export type CsvUpload<T> =
  | { kind: 'idle' }
  /** `fraction`: null while it waits to try again. */
  | { kind: 'sending'; name: string; fraction: number | null }
  | { kind: 'done'; name: string; file: File; result: T }
  | { kind: 'faulty'; name: string; faults: readonly RowFault[] }
  | { kind: 'failed'; name: string; message: string; again: File };

interface Sending {
  signal: AbortSignal;
  onProgress(fraction: number | null): void;
}

/** 'rows.12.receipt_id' → row 12, column receipt_id */
const rowFaultOf = ([path, message]: [string, string]): RowFault => {
  const [, row, ...column] = path.split('.');
  return { row: row === undefined ? undefined : Number(row), column: column.join('.'), message };
};

const rowFaultsIn = ({ fields }: ApiError): RowFault[] =>
  Object.entries(fields)
    .filter(([path]) => path.split('.')[0] === 'rows')
    .map(rowFaultOf)
    .sort((a, b) => (a.row ?? 0) - (b.row ?? 0));

/** A CSV file that the server checks as a whole. */
export const useCsvUpload = <T>(sendFile: (file: File, sending: Sending) => Promise<T>) => {
  const [upload, setUpload] = useState<CsvUpload<T>>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);

  const send = async (file: File) => {
    const { name } = file;
    cancel();
    if (file.size > ROWS_MEGABYTES * 1024 * 1024) {
      const message = `The file must be at most ${ROWS_MEGABYTES} MB. Split it into several files.`;
      return setUpload({ kind: 'faulty', name, faults: [{ row: undefined, column: '', message }] });
    }
    const controller = new AbortController();
    running.current = controller;
    setUpload({ kind: 'sending', name, fraction: 0 });
    try {
      const result = await sendFile(file, {
        signal: controller.signal,
        onProgress: (fraction) => setUpload({ kind: 'sending', name, fraction }),
      });
      setUpload({ kind: 'done', name, file, result });
    } catch (error) {
      if (controller.signal.aborted) {
        // Another file may be on its way.
        if (running.current === controller) setUpload({ kind: 'idle' });
        return;
      }
      if (!(error instanceof ApiError)) throw error;
      const faults = rowFaultsIn(error);
      setUpload(
        faults.length > 0
          ? { kind: 'faulty', name, faults }
          : { kind: 'failed', name, message: error.message, again: file },
      );
    }
  };
  return { upload, send: (file: File) => void send(file), cancel };
};
