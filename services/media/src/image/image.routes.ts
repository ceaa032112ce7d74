import { createHash } from 'node:crypto';
import { createConcurrencyLimiter, OverloadedError } from '@piecework/base';
import { pictureAddressOf, pictureUrl } from '@piecework/domain';
import { type Failure, fail, isFailure, type Reply } from '@piecework/http';
import { answer, type Call, type ServiceDeps } from '@piecework/service-runtime';
import type { RemotePictures } from '../remote-image/remote-image';
import type { Fetcher } from '../remote-image/remote-image.fetcher';
import { readUpload } from '../upload/upload';
import type { Slot, UploadBudget } from '../upload/upload-budget';
import { MIN_CHARGE } from '../upload/upload-quota';
import type { Quota } from '../upload/upload-quota.store';
import type { Encoder } from './encoder';
import { imageIdOf, type Refusal, refusals } from './image';
import { createImageResizer } from './image.resizing';
import { hostedImages, type ImageRecord, images } from './image.store';
import type { ImageStore } from './image-store';
import type { ImageHost } from './imgbb';

/** Beyond these limits the caller has to retry. */
const CHECKS = { concurrency: 10, waiting: 40 };

type Deps = Pick<ServiceDeps, 'settings' | 'clock' | 'ids' | 'log'> & {
  imageStore: ImageStore;
  imageHost: ImageHost | undefined;
  quota: Pick<Quota, 'refuseExhausted' | 'charge'>;
  encoder: Pick<Encoder, 'encode' | 'shrink'>;
  budget: Pick<UploadBudget, 'begin'>;
  remote: RemotePictures;
  fetcher: Pick<Fetcher, 'probe'>;
};

export const createImageOperations = (deps: Deps) => ({
  ...uploadImage(deps),
  ...checkPictures(deps),
  ...getImage(deps),
});

const uploadImage = (deps: Deps) => {
  const { budget, clock, settings } = deps;
  const pace = { clock, bytesPerSecond: settings.rateLimits.uploadKibPerSecond * 1024 };

  const receive = async (call: Call, slot: Slot): Promise<Reply | Refusal | Failure<'image-host-down'>> => {
    const owner = ownerOf(call);
    const { raw } = call;
    if (!raw) throw new Error('The upload has no body');
    const upload = await readUpload(raw, call.headers['content-type'], slot, pace);
    if (isFailure(upload)) return upload;
    const spent = await deps.quota.refuseExhausted(owner);
    if (spent) return spent;
    let isCallerGone = false;
    call.whenGone?.(() => {
      isCallerGone = true;
    });
    const image = await deps.encoder.encode(upload, { key: call.actor?.userId ?? '', whenGone: call.whenGone });
    if (isFailure(image)) return image;
    if (isCallerGone) return refusals.incomplete();

    const { webp, width, height } = image;
    const at = clock.now();
    const hash = createHash('sha256').update(webp).digest('base64url');
    const record = { _id: deps.ids.next(), owner, bytes: webp.length, width, height, at, hash };
    const url = await deps.quota.charge(owner, webp.length, () =>
      deps.imageHost ? publishToHost(deps.imageHost, record, webp, call) : storeImage(deps, record, webp, call),
    );
    if (isFailure(url)) return url;
    return { status: 201, body: { success: true, data: { display_url: url, width, height } } };
  };

  return answer('uploadImage', [], async (_input, call) => {
    const slot = budget.begin(call.actor?.userId ?? null);
    if (isFailure(slot)) return slot;
    try {
      return await receive(call, slot);
    } finally {
      slot.end();
    }
  });
};

const ownerOf = ({ actor, identity }: Pick<Call, 'actor' | 'identity'>): string => {
  if (actor) return `user:${actor.userId}`;
  if (identity) return `identity:${identity.uid}`;
  throw new Error('The gateway admitted an upload without an identity');
};

/** File before record: a crash leaves a file with an unknown id. */
const storeImage = async (
  { imageStore, settings, log }: Deps,
  record: ImageRecord,
  webp: Buffer,
  { transact, correlationId }: Pick<Call, 'transact' | 'correlationId'>,
): Promise<string> => {
  await imageStore.put(record._id, webp);
  try {
    const unreferenced = { ...record, references: 0, freeSince: record.at };
    await transact((unit) => unit.collection(images).insertOne(unreferenced));
  } catch (error) {
    await imageStore
      .remove(record._id)
      .catch((err: unknown) =>
        log.warn({ err, image: record._id, correlationId }, 'a picture without a record could not be removed'),
      );
    throw error;
  }
  return pictureUrl(record._id, settings);
};

/** A crash before the record leaves a picture at the host with an unknown address. */
const publishToHost = async (
  imageHost: ImageHost,
  record: ImageRecord,
  webp: Buffer,
  { transact }: Pick<Call, 'transact'>,
): Promise<string | Failure<'image-host-down'>> => {
  const url = await imageHost.publish(webp);
  if (!isFailure(url)) await transact((unit) => unit.collection(hostedImages).insertOne({ ...record, url }));
  return url;
};

/** Each check counts as a tiny upload of the day, so that an account cannot have other hosts called without end. */
const checkPictures = ({ fetcher, quota, log }: Deps) => {
  const limited = createConcurrencyLimiter(CHECKS);
  const isUnreachable = async (url: string, key: string): Promise<boolean> => {
    try {
      await limited(() => fetcher.probe(url), { key });
      return false;
    } catch (err) {
      if (err instanceof OverloadedError) throw err;
      log.info({ err }, 'a picture of another host is not reachable');
      return true;
    }
  };
  return answer('checkPictures', [], async ({ body }, call) => {
    const owner = ownerOf(call);
    const others = [...new Set(body.urls)].filter((url) => pictureAddressOf(url).isRemote);
    const checked = await quota.charge(owner, others.length * MIN_CHARGE, () =>
      Promise.all(others.map(async (url) => ((await isUnreachable(url, owner)) ? [url] : []))),
    );
    if (isFailure(checked)) return checked;
    return { status: 200, body: { unreachable: checked.flat() } };
  });
};

const getImage = (deps: Deps) => {
  const resizer = createImageResizer(deps);
  return answer('getImage', [], async ({ params, query }, call) => {
    const id = imageIdOf(params.name);
    const find = () => resizer.get(id, query.w);
    const webp = (await find()) ?? ((await deps.remote.ensureStored(id)) ? await find() : null);
    if (!webp) return fail('not-found', { message: 'We couldn’t find this picture.' });
    const tag = query.w === undefined ? id : `${id}-${query.w}`;
    const headers = headersOf(tag);
    return matchesEtag(call.headers['if-none-match'], tag)
      ? { status: 304, body: null, headers }
      : { status: 200, body: webp, headers };
  });
};

const headersOf = (tag: string) => ({
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  etag: `"${tag}"`,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
});

const matchesEtag = (ifNoneMatch: string | undefined, expected: string) =>
  (ifNoneMatch ?? '').split(',').some((tag) => ['*', `"${expected}"`].includes(tag.trim().replace(/^W\//, '')));
