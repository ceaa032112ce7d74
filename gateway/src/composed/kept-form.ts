import { schemas } from '@piecework/contracts';
import { z } from 'zod';
import type { ServiceClient } from '../upstream/service-client';

const bodySchema = z.object({ form: schemas.form });
const keptSchema = z.object({ formId: z.string() });

/** The id of the form in the body of an operation with `keepsForm`. Undefined without a form, and for one that the service will refuse. */
export const keepForm = async (
  body: unknown,
  services: Pick<ServiceClient, 'internal'>,
  correlationId: string,
): Promise<string | undefined> => {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return undefined;
  return keptSchema.parse(await services.internal('submission', 'keepForm', parsed.data, correlationId)).formId;
};
