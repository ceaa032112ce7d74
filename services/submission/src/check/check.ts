import { createHmac } from 'node:crypto';
import type { Answer, FieldValue } from '@piecework/contracts';
import { type Box, intersectionOverUnion, SAME_THING } from '@piecework/contracts/boxes';
import { comparisonKey } from '@piecework/contracts/comparison';
import type { FormField } from '@piecework/contracts/forms';

/** Of a published batch whose pages have checks. */
export interface Checks {
  /** In the pool. */
  count: number;
  perPage: number;
  /** Checks that a worker has met before the stop rule applies (P-4.28). */
  before: number;
  /** Share of checks, from 0 to 1. */
  minAccuracy: number;
  /** Key of the hashes that choose and place checks: without it a worker could compute them. */
  secret: string;
}

/** Checks answered rightly, and checks met. */
export interface Accuracy {
  right: number;
  met: number;
}

export const NO_CHECKS: Accuracy = { right: 0, met: 0 };

/** Numbers of checks follow it. Other rows have smaller ones, so that these stay without gaps. */
export const CHECK_NUMBERS = 1_000_000;
export const isCheck = (row: number): boolean => row > CHECK_NUMBERS;

const hashOf = (secret: string, ...of: readonly (string | number)[]): Buffer =>
  createHmac('sha256', secret).update(of.join(':')).digest();

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** The next checks of a worker: a walk through the whole pool, so that each check comes again as late as the pool allows. @param drawn so far */
export const nextChecks = ({ secret, count, perPage }: Checks, workerId: string, drawn: number): number[] => {
  const hash = hashOf(secret, workerId);
  const start = hash.readUInt32BE(0) % count;
  let stride = 1 + (hash.readUInt32BE(4) % count);
  // One that shares no divisor with the size of the pool leads through all of it.
  while (divisor(stride, count) > 1) stride -= 1;
  return Array.from({ length: perPage }, (_, at) => CHECK_NUMBERS + 1 + ((start + stride * (drawn + at)) % count));
};

/** The rows of a page in the order that this worker sees. */
export const withChecks = (
  { secret }: Pick<Checks, 'secret'>,
  { workerId, page }: { workerId: string; page: number },
  rows: readonly number[],
  checks: readonly number[],
): number[] => {
  const hash = hashOf(secret, workerId, page);
  const shown = [...rows];
  for (const [at, check] of checks.entries()) shown.splice(hash.readUInt32BE(4 * at) % (shown.length + 1), 0, check);
  return shown;
};

/** The stop rule of P-4.28. */
export const isStopped = (checks: Pick<Checks, 'before' | 'minAccuracy'>, { right, met }: Accuracy): boolean =>
  met >= checks.before && right / met < checks.minAccuracy;

/** Checks between two figures that a worker sees: a figure after each check would tell which row it was. */
const TOLD_EVERY = 4;

/** The figures that the worker sees next. Undefined: those as before. @param told those that the worker sees */
export const toldAfter = (
  { before }: Pick<Checks, 'before'>,
  told: Accuracy | undefined,
  now: Accuracy,
): Accuracy | undefined => (now.met - (told?.met ?? 0) >= Math.max(before, TOLD_EVERY) ? now : undefined);

const isSameBox = (one: Box, other: Box): boolean =>
  one.label === other.label && intersectionOverUnion(one, other) >= SAME_THING;

const boxesIn = (value: FieldValue): Box[] =>
  typeof value === 'string' ? [] : value.flatMap((one) => (typeof one === 'string' ? [] : one));

/** Each box has a partner of its own, along augmenting paths: the first that fits may be the only one of another box. */
const isSamePicture = (one: FieldValue, other: FieldValue): boolean => {
  const [boxes, others] = [boxesIn(one), boxesIn(other)];
  const partners = new Map<Box, Box>();
  const pair = (box: Box, tried: Set<Box>): boolean =>
    others.some((candidate) => {
      if (tried.has(candidate) || !isSameBox(box, candidate)) return false;
      tried.add(candidate);
      const rival = partners.get(candidate);
      if (rival && !pair(rival, tried)) return false;
      partners.set(candidate, box);
      return true;
    });
  return boxes.length === others.length && boxes.every((box) => pair(box, new Set()));
};

const isSameValue = (field: FormField, expected: FieldValue, given: FieldValue): boolean =>
  field.kind === 'boxes'
    ? isSamePicture(expected, given)
    : comparisonKey(field, expected) === comparisonKey(field, given);

/** P-4.28: each field with an expected value has it. */
export const isRight = (fields: readonly FormField[], expected: Answer, given: Answer): boolean =>
  fields.every((field) => {
    const [value, answered] = [expected[field.name], given[field.name]];
    return value === undefined || (answered !== undefined && isSameValue(field, value, answered));
  });
