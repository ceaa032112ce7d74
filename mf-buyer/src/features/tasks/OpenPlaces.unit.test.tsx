import type { Task } from '@piecework/contracts';
import { aTask } from '@piecework/web-kit/testing';
import { render, screen } from '@testing-library/react';
import { OpenPlaces } from './OpenPlaces';

it.each<[string, Partial<Task>, string]>([
  ['an open task', { requiredWorkers: 4, reservedPlaces: 1 }, 'Places: 5 taken, 1 held, 4 open'],
  ['a batch', { requiredWorkers: 4, sparedPlaces: 2 }, 'Places: 4 taken, 4 open, 2 not needed'],
  ['a new task', { requiredWorkers: 10 }, 'Places: 10 open'],
  ['a closed task', { requiredWorkers: 0, closed: { reason: 'ended', refunded: 20 } }, 'Places: 6 taken, 4 refunded'],
])('has the places of %s in words', (_, changes, words) => {
  render(<OpenPlaces task={aTask({ payableAmount: 5, totalPayableAmount: 50, ...changes })} />);
  expect(screen.getByText(words)).toBeInTheDocument();
});
