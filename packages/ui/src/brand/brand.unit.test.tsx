import { fireEvent, render, screen } from '@testing-library/react';
import { Avatar } from './Avatar';
import { PatchBlock } from './PatchBlock';
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

test('a block is hidden from screen readers unless it has a label', () => {
  render(<PatchBlock seed="a" />);
  expect(screen.queryByRole('img')).toBeNull();
  render(<PatchBlock seed="a" label="A quilt" />);
  expect(screen.getByRole('img', { name: 'A quilt' })).toBeInTheDocument();
});

test('a broken picture falls back to its quilt, and a new URL is loaded', () => {
  const { rerender } = render(<Picture seed="a" alt="Receipt" src="/one.webp" />);
  expect(screen.getByRole('img', { name: 'Receipt' })).toHaveAttribute('src', '/one.webp');
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByRole('img', { name: 'Receipt' }).tagName).toBe('svg');
  rerender(<Picture seed="a" alt="Receipt" src="/two.webp" />);
  expect(screen.getByRole('img', { name: 'Receipt' })).toHaveAttribute('src', '/two.webp');
});

test('a picture is loaded lazily unless it has priority', () => {
  const { rerender } = render(<Picture seed="a" alt="Receipt" src="/one.webp" />);
  expect(screen.getByRole('img')).toHaveAttribute('loading', 'lazy');
  rerender(<Picture seed="a" alt="Receipt" src="/one.webp" priority />);
  expect(screen.getByRole('img')).toHaveAttribute('loading', 'eager');
  expect(screen.getByRole('img')).toHaveAttribute('fetchpriority', 'high');
});

test('an avatar has an empty alt text', () => {
  const { container } = render(<Avatar name="Amina" src="/amina.webp" />);
  expect(container.querySelector('img')).toHaveAttribute('alt', '');
});
