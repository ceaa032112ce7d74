import { MAX_ATTACHMENTS } from '@piecework/contracts';
import { failField } from '@piecework/http';
import { z } from 'zod';
import type { GatewayFailure } from '../gateway-failure';
import type { ServiceClient } from '../upstream/service-client';

const ownershipSchema = z.object({ isOwner: z.boolean() });
const attachedSchema = z.object({ attachments: z.array(z.string()).min(1).max(MAX_ATTACHMENTS) });

/** Empty for a body that the service refuses, too. */
const attachedTo = (body: unknown): readonly string[] => attachedSchema.safeParse(body).data?.attachments ?? [];

/** @returns the refusal of an operation with `ownPictures` */
export const refuseOthersPictures = async (
  body: unknown,
  userId: string,
  services: Pick<ServiceClient, 'internal'>,
  correlationId: string,
): Promise<GatewayFailure | null> => {
  const urls = attachedTo(body);
  if (urls.length === 0) return null;
  const args = { owner: `user:${userId}`, urls };
  const answer = await services.internal('media', 'ownsPictures', args, correlationId);
  return ownershipSchema.parse(answer).isOwner
    ? null
    : failField(
        'attachments',
        'One of these pictures isn’t yours or is no longer available. Remove it, or add it again.',
      );
};
