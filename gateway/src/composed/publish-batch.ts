import { OPERATIONS } from '@piecework/contracts';
import {
  ASSERTION_HEADER,
  BATCH_HEADER,
  CORRELATION_HEADER,
  created,
  type Failure,
  FORM_HEADER,
  fail,
  type PlainResponse,
  type Reply,
} from '@piecework/http';
import { z } from 'zod';
import { type ServiceClient, ServiceUnavailableError } from '../upstream/service-client';

const frozenSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('not-found') }),
  z.object({ outcome: z.literal('published'), taskId: z.string() }),
  z.object({
    outcome: z.literal('faulty'),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).min(1),
  }),
  z.object({
    outcome: z.literal('frozen'),
    taskId: z.string(),
    formId: z.string(),
    figures: z.record(z.string(), z.unknown()),
    posting: z.record(z.string(), z.unknown()),
  }),
]);

/**
 * The submission service has the batch, and the task service posts it. The batch is frozen meanwhile; a refused or declined task thaws it. After a
 * fault in between it stays frozen under the id of its task: a repeat continues with that.
 */
export const createBatchPublisher =
  ({ internal, call }: Pick<ServiceClient, 'internal' | 'call'>) =>
  async (
    { batchId, buyerId, assertion }: { batchId: string; buyerId: string; assertion: string | undefined },
    correlationId: string,
  ): Promise<Reply | Failure<'not-found' | 'validation'>> => {
    const frozen = frozenSchema.parse(await internal('submission', 'freezeBatch', { batchId, buyerId }, correlationId));
    if (frozen.outcome === 'not-found') return fail('not-found');
    if (frozen.outcome === 'published') return created(frozen.taskId);
    if (frozen.outcome === 'faulty') {
      const { errors } = frozen;
      return fail('validation', { errors, ...(errors.length === 1 && { message: errors[0]?.message }) });
    }
    const { taskId, formId, figures, posting } = frozen;
    const headers = {
      'content-type': 'application/json',
      [CORRELATION_HEADER]: correlationId,
      [FORM_HEADER]: formId,
      [BATCH_HEADER]: JSON.stringify({ taskId, figures }),
      ...(assertion !== undefined && { [ASSERTION_HEADER]: assertion }),
    };
    const { method, path } = OPERATIONS.createTask;
    const request = { method, path, params: {}, query: {}, headers, body: posting };
    const response: PlainResponse = await call('task', 'createTask', request);
    // The service rejected our assertion: the task may exist.
    if (response.status === 401) throw new ServiceUnavailableError('task', 'refused the assertion of the gateway');
    // The posting has a fault, or its task is declined: no later call posts it under this id. After any other refusal one may.
    if (response.status === 400 || response.status === 409)
      await internal('submission', 'thawBatch', { taskId }, correlationId);
    return response;
  };
