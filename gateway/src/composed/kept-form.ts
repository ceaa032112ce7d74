import { OPERATIONS } from '@piecework/contracts';
import { pictureFaults } from '@piecework/contracts/forms';
import { z } from 'zod';
import type { ServiceClient } from '../upstream/service-client';

const keptSchema = z.object({ formId: z.string() });

/** The id of the form of a new task. Undefined without a form, and for a body that the service will refuse: nothing of that is kept. */
export const keepForm = async (
  body: unknown,
  services: Pick<ServiceClient, 'internal'>,
  correlationId: string,
): Promise<string | undefined> => {
  const form = OPERATIONS.createTask.body.safeParse(body).data?.form;
  if (!form || pictureFaults(form.fields, undefined).length > 0) return undefined;
  return keptSchema.parse(await services.internal('submission', 'keepForm', { form }, correlationId)).formId;
};
