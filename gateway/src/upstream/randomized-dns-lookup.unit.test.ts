import type { LookupAddress } from 'node:dns';
import { randomizedDnsLookup, rotateRandomly } from './randomized-dns-lookup';

test('every address is returned, and each is first at some time', () => {
  const addresses = ['a', 'b', 'c'];
  expect(rotateRandomly(addresses, () => 0)).toEqual(['a', 'b', 'c']);
  expect(rotateRandomly(addresses, () => 0.34)).toEqual(['b', 'c', 'a']);
  expect(rotateRandomly(addresses, () => 0.99)).toEqual(['c', 'a', 'b']);
  expect(rotateRandomly([])).toEqual([]);
});

const find = (hostname: string, all: boolean) =>
  new Promise((resolve) =>
    randomizedDnsLookup(hostname, { all }, (error, address: string | LookupAddress[]) =>
      resolve(error ? error.code : address),
    ),
  );

test('answers one address or all, as the caller requests', async () => {
  expect(await find('127.0.0.1', false)).toBe('127.0.0.1');
  expect(await find('127.0.0.1', true)).toEqual([{ address: '127.0.0.1', family: 4 }]);
});

test('answers the error of an unknown host', async () => {
  expect(await find('nowhere.invalid', true)).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
});
