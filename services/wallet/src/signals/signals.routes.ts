import { LIST_LIMIT } from '@piecework/contracts';
import { answer, type ServiceDeps } from '@piecework/service-runtime';
import { pageOf } from '../withdrawal/withdrawal.store';
import { suspects } from './signals.store';

export const createSignalOperations = ({ store, clock, settings }: ServiceDeps) =>
  answer('listSignals', [], ({ query: { limit = LIST_LIMIT, offset = 0, worker } }) =>
    pageOf(suspects(store, { now: clock.now(), limits: settings.rateLimits }, worker), offset, limit),
  );
