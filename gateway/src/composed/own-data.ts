import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Clock, type Log, utcDayOf } from '@piecework/base';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import { CallerGoneError, ok, type Reply } from '@piecework/http';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { type ServiceClient, ServiceUnavailableError } from '../upstream/service-client';

/** As `ownDataPage` of `packages/service-runtime/src/own-data.ts` answers. */
const pageSchema = z.object({
  rows: z.array(z.looseObject({ picture: z.string().optional() })),
  after: z.object({ value: z.union([z.string(), z.number()]), id: z.string() }).nullable(),
});
type Page = z.infer<typeof pageSchema>;

interface Owner {
  userId: string;
  email: string;
  uid: string;
}

const ABOUT = `What Piecework keeps about you, as JSON: times are in UTC, amounts in coins unless their name says dollars.
A file is missing where nothing of its kind is kept. Account numbers show their last three characters.
`;

interface Deps {
  services: Pick<ServiceClient, 'internal' | 'call'>;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'warn'>;
}

/**
 * `GET /own-data.zip`: each part is read when the caller has taken the last one (docs/adr/0103).
 *
 * @throws ServiceUnavailableError when a service is down at the beginning
 */
export const createOwnDataDownload = ({ services, clock, log }: Deps) => {
  return async (owner: Owner, correlationId: string): Promise<Reply> => {
    const filesOf = async (service: ServiceName) =>
      z.array(z.string()).parse(await services.internal(service, 'ownDataFiles', {}, correlationId));
    const files = await Promise.all(SERVICES.map(async (service) => [service, await filesOf(service)] as const));
    const zip = new ZipFile();
    const body = zip.outputStream as Readable;
    zip.on('error', (error) => body.destroy(error as Error));

    /** Resolves when the caller has taken it. */
    const add = async (name: string, content: Readable, compress: boolean): Promise<void> => {
      const leave = () => void content.destroy(new CallerGoneError());
      if (body.destroyed) {
        content.destroy();
        throw new CallerGoneError();
      }
      body.once('close', leave);
      zip.addReadStream(content, name, { compress, mtime: new Date(clock.now()) });
      await finished(content, { writable: false });
      body.off('close', leave);
    };

    const pageOf = async (service: ServiceName, file: string, after: Page['after']): Promise<Page> => {
      const page = await services.internal(service, 'ownDataPage', { owner, file, after }, correlationId);
      const read = pageSchema.safeParse(page);
      if (read.success) return read.data;
      throw new ServiceUnavailableError(service, `the reply about '${file}' is invalid`, { cause: read.error });
    };

    const addFile = async (service: ServiceName, file: string): Promise<string[]> => {
      const pictures: string[] = [];
      const first = await pageOf(service, file, null);
      if (first.after === null) return [];
      const json = async function* () {
        let separator = '[\n';
        for (let page = first; page.after; page = await pageOf(service, file, page.after)) {
          for (const row of page.rows) {
            if (row.picture) pictures.push(row.picture);
            yield `${separator}${JSON.stringify(row)}`;
            separator = ',\n';
          }
        }
        yield separator === '[\n' ? '[]\n' : '\n]\n';
      };
      await add(`${file}.json`, Readable.from(json()), true);
      return pictures;
    };

    const addPicture = async (id: string): Promise<void> => {
      const request = { method: 'GET', path: `/images/${id}.webp`, params: { name: `${id}.webp` }, query: {} };
      const { status, body: bytes } = await services.call('media', 'getImage', {
        ...request,
        headers: {},
        body: undefined,
      });
      if (status === 200)
        await add(`pictures/${id}.webp`, bytes instanceof Readable ? bytes : Readable.from([bytes]), false);
    };

    const write = async (): Promise<void> => {
      await add('about.txt', Readable.from([ABOUT]), true);
      for (const [service, names] of files)
        for (const file of names) for (const picture of await addFile(service, file)) await addPicture(picture);
      zip.end();
    };
    write().catch((err: unknown) => {
      if (!(err instanceof CallerGoneError)) log.warn({ err, correlationId }, 'a download of own data has failed');
      // A cut file is no ZIP, so that its reader notices.
      body.destroy(err as Error);
    });

    return ok(body, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="piecework-${utcDayOf(clock.now())}.zip"`,
      'cache-control': 'no-store',
    });
  };
};
