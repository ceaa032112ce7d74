import type { ParkedEvent } from '@piecework/contracts';
import { ApiError, call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { useState } from 'react';

const isAlreadyRetried = (error: unknown) => error instanceof ApiError && error.status === 404;

const retryEvent = async ({ id }: ParkedEvent) => {
  try {
    await call('POST /admin/parked/{id}/retry', { params: { id } });
    await dialogs.success({
      title: 'Processed',
      text: 'The event was processed. Events waiting behind it are next.',
      ms: MESSAGE_MS.medium,
    });
  } catch (error) {
    if (isAlreadyRetried(error))
      return dialogs.success({
        title: 'Already processed',
        text: 'Another admin already retried this event.',
        ms: MESSAGE_MS.medium,
      });
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
    return dialogs.failure({ title: 'Still parked', text: error.message, ms: MESSAGE_MS.long });
  }
};

/** A retry is idempotent, so it needs no confirmation. */
export function useEventRetry() {
  const [retrying, setRetrying] = useState<string>();
  const { run } = useAction(async (event: ParkedEvent) => {
    setRetrying(event.id);
    try {
      await retryEvent(event);
    } finally {
      setRetrying(undefined);
      refresh('GET /admin/parked');
    }
  });
  return { retry: run, retrying };
}
