import { median } from '@piecework/base';
import type { BatchWorker as BatchWorkerView } from '@piecework/contracts';
import type { Amounts } from '@piecework/service-runtime';
import { isStopped } from '../check/check';
import type { BatchPlaces } from '../places/places';
import type { BatchWorker } from './worker.store';

export const toView = (
  { workerId, workerName, answers, fast, right, met, seconds }: BatchWorker,
  { checks }: BatchPlaces,
  decided: Amounts<'approved' | 'reject'> | undefined,
): BatchWorkerView => {
  const medianSeconds = median(seconds);
  return {
    workerId,
    workerName,
    answers,
    approved: decided?.approved ?? 0,
    rejected: decided?.reject ?? 0,
    ...(met > 0 && { accuracy: { right, met } }),
    ...(medianSeconds !== undefined && { medianSeconds }),
    fast,
    ...(checks && isStopped(checks, { right, met }) && { isStopped: true }),
  };
};
