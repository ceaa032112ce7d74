import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

export const rotateRandomly = <T>(list: readonly T[], random: () => number = Math.random): T[] => {
  const first = Math.floor(random() * list.length);
  return [...list.slice(first), ...list.slice(0, first)];
};

/** Balances replicas behind one name: the system's resolver sorts addresses, so all connections would use the same one. */
export const randomizedDnsLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses: LookupAddress[] = error ? [] : rotateRandomly(found);
    const [first = { address: '', family: 4 }] = addresses;
    if (options.all) callback(error, addresses);
    else callback(error, first.address, first.family);
  });
};
