import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** Name → bytes. @throws for an archive that is cut */
export const unzip = async (archive: Buffer): Promise<Record<string, Buffer>> => {
  const zip = await fromBufferPromise(archive);
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return files;
};
