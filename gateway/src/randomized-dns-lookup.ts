import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** The same addresses, beginning with another one. */
export const rotated = <T>(list: readonly T[], random: () => number = Math.random): T[] => {
  const first = Math.floor(random() * list.length);
  return [...list.slice(first), ...list.slice(0, first)];
};

/**
 * Looks a host up, its addresses in another order each time. Instances of a service share a name, and the system's resolver sorts what
 * it finds: every connection would go to the same one.
 */
export const randomizedDnsLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses: LookupAddress[] = error ? [] : rotated(found);
    const [first = { address: '', family: 4 }] = addresses;
    if (options.all) callback(error, addresses);
    else callback(error, first.address, first.family);
  });
};
