import { type Consumer, on } from '@piecework/service-runtime';
import { withToken } from './identity.mail-link';
import { mailLinks } from './identity.store';

export const identityConsumers: readonly Consumer[] = [
  // A link that is gone has expired, or a newer one has taken its place.
  on('mail.link-issued', [], async ({ data: { requestId, tokenHash } }, unit) => {
    const links = unit.collection(mailLinks);
    const link = await links.findOne({ _id: requestId });
    if (!link) return;
    await links.updateOne({ _id: requestId }, { $set: { tokenHashes: withToken(link.tokenHashes, tokenHash) } });
  }),
];
