import type { ServerResponse } from 'node:http';

const callbacks = new WeakMap<ServerResponse, (() => void)[]>();

/** Calls `then` when the response is closed, which it must not be yet. One listener per response: Node warns of a leak above ten. */
export const onClose = (response: ServerResponse, then: () => void): void => {
  const registered = callbacks.get(response);
  if (registered) return void registered.push(then);
  const all = [then];
  callbacks.set(response, all);
  response.once('close', () => {
    for (const call of all) call();
  });
};
