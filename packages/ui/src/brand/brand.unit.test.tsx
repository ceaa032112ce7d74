import { fireEvent, render } from '@testing-library/react';
import { Avatar } from './Avatar';
import { Picture } from './Picture';
import { patchFor } from './patch-patterns';

const SEEDS = Array.from({ length: 600 }, (_, at) => `task-${at}`);

test('the same seed always draws the same block', () => {
  expect(patchFor('task-1')).toEqual(patchFor('task-1'));
  // A change would alter the placeholder picture of every task.
  expect(patchFor('task-1')).toMatchObject({ turn: 1, first: ['var(--plum)', 'var(--plum-bg)'] });
});

test('seeds spread over all blocks, colours and turns', () => {
  const patches = SEEDS.map(patchFor);
  expect(new Set(patches.map(({ paths }) => paths[0])).size).toBe(6);
  expect(new Set(patches.map(({ first }) => first[0])).size).toBe(5);
  expect(new Set(patches.map(({ turn }) => turn)).size).toBe(4);
});

test('a block has two different colours', () => {
  for (const { first, second } of SEEDS.map(patchFor)) expect(first[0]).not.toBe(second[0]);
});

test('a broken picture falls back to its quilt, and a new URL is loaded', () => {
  const { container, rerender } = render(<Picture seed="a" src="/one.webp" />);
  const image = () => container.querySelector('img');
  expect(image()).toHaveAttribute('src', '/one.webp');
  fireEvent.error(image() as HTMLImageElement);
  expect(image()).toBeNull();
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
  rerender(<Picture seed="a" src="/two.webp" />);
  expect(image()).toHaveAttribute('src', '/two.webp');
});

test('a picture is loaded lazily unless it has priority', () => {
  const { container, rerender } = render(<Picture seed="a" src="/one.webp" />);
  expect(container.querySelector('img')).toHaveAttribute('loading', 'lazy');
  rerender(<Picture seed="a" src="/one.webp" priority />);
  expect(container.querySelector('img')).toHaveAttribute('loading', 'eager');
  expect(container.querySelector('img')).toHaveAttribute('fetchpriority', 'high');
});

test('an avatar has an empty alt text', () => {
  const { container } = render(<Avatar name="Amina" src="/amina.webp" />);
  expect(container.querySelector('img')).toHaveAttribute('alt', '');
});
