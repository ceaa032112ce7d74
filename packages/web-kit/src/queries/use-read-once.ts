import { useCallback, useEffect, useState } from 'react';
import { call } from '../api/api';
import type { ApiError } from '../api/api-error';
import type { Answer, GetRoute, InputArgument, ReadInput } from '../api/contract';
import { onForgetPerson } from '../session/person-cleanup';

/** For public pages: reads once, without the query library (10 kB gzip), which the signed-out home does not need. */
const FRESH_MS = 30_000;
const cache = new Map<string, { at: number; answer: Promise<unknown> }>();
onForgetPerson(() => cache.clear());

export const readOnce = <R extends GetRoute>(route: R, ...[input]: InputArgument<ReadInput<R>>): Promise<Answer<R>> => {
  const key = JSON.stringify([route, input]);
  const cached = cache.get(key);
  if (cached && Date.now() - cached.at < FRESH_MS) return cached.answer as Promise<Answer<R>>;
  const answer = call(route, input as never);
  cache.set(key, { at: Date.now(), answer });
  answer.catch(() => cache.delete(key));
  return answer;
};

type Reading<T> = { data?: T; error?: ApiError };

export const useReadOnce = <R extends GetRoute>(
  route: R,
  ...[input]: InputArgument<ReadInput<R>>
): Reading<Answer<R>> & { retry(): void } => {
  const [reading, setReading] = useState<Reading<Answer<R>>>({});
  const [tries, setTries] = useState(0);
  const wanted = JSON.stringify(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reads again; the input is compared by value
  useEffect(() => {
    let isGone = false;
    readOnce(route, ...([input] as InputArgument<ReadInput<R>>)).then(
      (data) => {
        if (!isGone) setReading({ data });
      },
      (error: ApiError) => {
        if (!isGone) setReading({ error });
      },
    );
    return () => {
      isGone = true;
    };
  }, [route, wanted, tries]);
  const retry = useCallback(() => {
    setReading({});
    setTries((count) => count + 1);
  }, []);
  return { ...reading, retry };
};
