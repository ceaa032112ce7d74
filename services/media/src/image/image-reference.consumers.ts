import type { EventEnvelope } from '@piecework/contracts';
import { pictureAddressOf } from '@piecework/domain';
import { type Consumer, on, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import { addReference, referrersBelow, removeReference, replaceReference } from './image-reference.store';

const rowsReferrer = (fileId: string): string => `rows:${fileId}:`;

export const createReferenceConsumers = ({ log }: Pick<ServiceDeps, 'log'>): Consumer[] => {
  /** @param keep resolves to whether the picture is there */
  const refer =
    (keep: typeof addReference) =>
    async (unit: Unit, referrer: string, owner: string, url: string, { occurredAt, correlationId }: EventEnvelope) => {
      const target = url ? { owner, url, at: Date.parse(occurredAt) } : null;
      if (!(await keep(unit, referrer, target)))
        unit.afterCommit(() => log.warn({ referrer, correlationId }, 'a referenced picture is not stored'));
    };
  const start = refer(addReference);
  const replace = async (unit: Unit, referrer: string, owner: string, url: string, event: EventEnvelope) =>
    refer((tx, of, target) => replaceReference(tx, of, target, Date.parse(event.occurredAt)))(
      unit,
      referrer,
      owner,
      url,
      event,
    );
  const end = (unit: Unit, referrer: string, { occurredAt }: EventEnvelope) =>
    removeReference(unit, referrer, Date.parse(occurredAt));

  return [
    on('task.funding-requested', [], (event, unit) =>
      start(unit, `task:${event.data.taskId}`, `user:${event.data.buyerId}`, event.data.imageUrl, event),
    ),
    on('task.funding-declined', [], (event, unit) => end(unit, `task:${event.data.taskId}`, event)),
    on('task.deleted', [], (event, unit) => end(unit, `task:${event.data.taskId}`, event)),
    on('user.registered', [], (event, unit) =>
      start(unit, `user:${event.data.userId}`, `user:${event.data.userId}`, event.data.userPhotoURL, event),
    ),
    on('user.profile-changed', [], (event, unit) => {
      const referrer = `user:${event.data.userId}`;
      return replace(unit, referrer, referrer, event.data.userPhotoURL, event);
    }),
    on('user.closed', [], (event, unit) => end(unit, `user:${event.data.userId}`, event)),
    // A submission keeps its pictures for ever, also a rejected one and one whose worker has left.
    on('submission.pictures-attached', [], async (event, unit) => {
      const { submissionId, workerId, pictures } = event.data;
      for (const url of pictures) {
        const referrer = `submission:${submissionId}:${pictureAddressOf(url).id}`;
        await start(unit, referrer, `user:${workerId}`, url, event);
      }
    }),
    // So does a message.
    on('message.pictures-attached', [], async (event, unit) => {
      const { messageId, authorId, pictures } = event.data;
      for (const url of pictures)
        await start(unit, `message:${messageId}:${pictureAddressOf(url).id}`, `user:${authorId}`, url, event);
    }),
    on('batch.picture-changed', [], (event, unit) => {
      const { batchId, buyerId, imageUrl } = event.data;
      return replace(unit, `batch:${batchId}`, `user:${buyerId}`, imageUrl, event);
    }),
    on('rows.pictures-attached', [], async (event, unit) => {
      const { fileId, buyerId, pictures } = event.data;
      for (const url of pictures)
        await start(unit, `${rowsReferrer(fileId)}${pictureAddressOf(url).id}`, `user:${buyerId}`, url, event);
    }),
    on('rows.discarded', [], async (event, unit) => {
      for (const referrer of await referrersBelow(unit, rowsReferrer(event.data.fileId)))
        await end(unit, referrer, event);
    }),
    on('testimonial.added', [], (event, unit) =>
      start(
        unit,
        `testimonial:${event.data.testimonialId}`,
        `testimonial:${event.data.testimonialId}`,
        event.data.userPhotoURL,
        event,
      ),
    ),
  ];
};
