import { HOUR_MS } from '@piecework/base';
import { pictureAddressOf, pictureUrl } from '@piecework/domain';
import { internally, type Service, type ServiceDeps } from '@piecework/service-runtime';
import { z } from 'zod';
import { sharingPictures } from './image.people';
import { hostedImages, images } from './image.store';
import { UNREFERENCED_MS } from './image.timers';

const personArgs = z.object({ userId: z.string() });

/** Milliseconds: a picture that the sweep may remove before the event of its reference arrives counts as removed. */
const ARRIVAL_MS = HOUR_MS;

export const createImageInternal = ({ store, settings, clock }: Pick<ServiceDeps, 'store' | 'settings' | 'clock'>) => {
  /** Whether `POST /images` has answered exactly this address to the owner, and the picture still exists. */
  const isOwn = async (owner: string, url: string): Promise<boolean> => {
    const { id, isRemote } = pictureAddressOf(url);
    if (isRemote) return (await store.collection(hostedImages).findOne({ owner, url })) !== null;
    if (url !== pictureUrl(id, settings)) return false;
    const record = await store.collection(images).findOne({ _id: id });
    if (record?.owner !== owner || record.removing) return false;
    const isFree = record.references === 0;
    return !isFree || (record.freeSince ?? 0) + UNREFERENCED_MS - ARRIVAL_MS > clock.now();
  };

  return {
    linkedPeople: internally([], async (args) => sharingPictures(store, personArgs.parse(args).userId)),

    ownsPictures: internally([], async ({ owner, urls }) => {
      const each = await Promise.all((urls as string[]).map((url) => isOwn(String(owner), url)));
      return { isOwner: each.every(Boolean) };
    }),
  } satisfies Service['internal'];
};
