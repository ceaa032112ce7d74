import { OPERATIONS } from '@piecework/contracts';
import { type Failure, fail, ok, type Reply } from '@piecework/http';
import { z } from 'zod';
import type { ServiceClient } from '../upstream/service-client';

const refusal = z.enum(['not-found', 'no-pilot', 'too-many-versions']);
const correctedSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: refusal }),
  z.object({
    outcome: z.literal('faulty'),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).min(1),
  }),
  z.object({
    outcome: z.literal('corrected'),
    modifiedCount: z.int(),
    version: z.int(),
    /** Of the task, in this version. */
    detail: z.string(),
  }),
]);

interface Correction {
  taskId: string;
  buyerId: string;
  body: unknown;
}

/**
 * The submission service has all versions of the texts, the task service shows the latest detail, and texts are in no event. A repeat makes no
 * further version and tells the task service again, in case that was missed.
 */
export const createTextsCorrector =
  ({ internal }: Pick<ServiceClient, 'internal'>) =>
  async (
    { taskId, buyerId, body }: Correction,
    correlationId: string,
  ): Promise<Reply | Failure<'validation' | z.infer<typeof refusal>>> => {
    const texts = OPERATIONS.correctTexts.body.parse(body);
    const corrected = correctedSchema.parse(
      await internal('submission', 'correctTexts', { taskId, buyerId, ...texts }, correlationId),
    );
    if (corrected.outcome === 'faulty') {
      const { errors } = corrected;
      return fail('validation', { errors, ...(errors.length === 1 && { message: errors[0]?.message }) });
    }
    if (corrected.outcome !== 'corrected') return fail(corrected.outcome);
    const { modifiedCount, version, detail } = corrected;
    const { form } = texts;
    await internal('task', 'followTexts', { taskId, version, detail, ...(form && { form }) }, correlationId);
    return ok({ modifiedCount, version });
  };
