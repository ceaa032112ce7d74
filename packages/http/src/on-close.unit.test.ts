import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { onClose } from './on-close';

it('calls every callback in order, behind one listener', () => {
  const response = new EventEmitter();
  const calls: number[] = [];
  for (let count = 0; count < 12; count++) onClose(response as unknown as ServerResponse, () => void calls.push(count));
  expect(response.listenerCount('close')).toBe(1);
  response.emit('close');
  expect(calls).toEqual(Array.from({ length: 12 }, (_, count) => count));
});
