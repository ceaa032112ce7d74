import { imageSrc } from '@piecework/web-kit';
import { useApiList } from '@piecework/web-kit/query';

/** Milliseconds; photos change rarely. */
const FRESH_MS = 300_000;

/** Addresses of the workers' photos by email. Without a limit a buyer's list holds all who submitted to their tasks. */
export const useWorkerPhotos = (): ((email: string) => string | undefined) => {
  const { data } = useApiList('GET /users', undefined, { staleTime: FRESH_MS });
  return (email) => {
    const photo = data?.rows.find(({ userEmail }) => userEmail === email)?.userPhotoURL;
    return photo && imageSrc(photo, 80);
  };
};
