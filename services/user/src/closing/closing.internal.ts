import { isoTime } from '@piecework/base';
import { internally, type Service, type ServiceDeps } from '@piecework/service-runtime';
import { users } from '../user/user.store';

export const createClosingInternal = ({ store }: Pick<ServiceDeps, 'store'>) =>
  ({
    /** Its part of `GET /closing`. */
    closing: internally([], async ({ userId }) => {
      const { closing } = (await store.collection(users).findOne({ _id: String(userId) })) ?? {};
      return closing ? { closesAt: isoTime(closing.closesAt), agreedCoins: closing.coins } : {};
    }),
  }) satisfies Service['internal'];
