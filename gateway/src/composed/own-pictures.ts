import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MAX_ATTACHMENTS } from '@piecework/contracts';
import { failField, type PlainRequest } from '@piecework/http';
import { z } from 'zod';
import type { GatewayFailure } from '../gateway-failure';
import { parseJson } from '../http/request-body';
import type { ServiceClient } from '../upstream/service-client';

const ownershipSchema = z.object({ isOwner: z.boolean() });
const attachedSchema = z.object({ attachments: z.array(z.string()).min(1).max(MAX_ATTACHMENTS) });

/** Empty for a body that the service refuses, too. */
const attachedTo = (body: unknown): readonly string[] => attachedSchema.safeParse(body).data?.attachments ?? [];

const bodyOf = (bytes: Buffer): unknown => {
  const parsed = parseJson(bytes);
  return parsed.ok ? parsed.body : undefined;
};

type Body = Pick<PlainRequest, 'raw' | 'body'>;

/** Consumes the body of an operation with `ownPictures`; returns a readable copy. */
export const requireOwnPictures = async (
  { raw, body }: Body,
  userId: string,
  services: Pick<ServiceClient, 'internal'>,
  correlationId: string,
): Promise<{ ok: true; raw: Readable | undefined } | { ok: false; failure: GatewayFailure }> => {
  const bytes = raw && (await buffer(raw));
  const urls = attachedTo(bytes ? bodyOf(bytes) : body);
  if (urls.length > 0) {
    const args = { owner: `user:${userId}`, urls };
    const answer = await services.internal('media', 'ownsPictures', args, correlationId);
    if (!ownershipSchema.parse(answer).isOwner)
      return {
        ok: false,
        failure: failField(
          'attachments',
          'One of these pictures isn’t yours or is no longer available. Remove it, or add it again.',
        ),
      };
  }
  return { ok: true, raw: bytes && Readable.from([bytes]) };
};
