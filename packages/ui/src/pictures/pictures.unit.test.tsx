import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { EnlargeablePicture } from './EnlargeablePicture';
import { Thumbnails } from './Thumbnails';
import { clampZoom, fitOf } from './zoom';

const pictures = [
  { src: '/a.webp?w=320', whole: '/a.webp' },
  { src: '/b.webp?w=320', whole: '/b.webp' },
];

test('a thumbnail opens its whole picture, and the arrow keys the others', async () => {
  render(<Thumbnails label="Pictures" pictures={pictures} />);
  const list = within(screen.getByRole('list', { name: 'Pictures' }));
  await userEvent.click(list.getByRole('button', { name: 'Enlarge picture 2 of 2' }));
  const viewer = await screen.findByRole('dialog', { name: 'Picture 2 of 2' });
  const whole = () => viewer.querySelector('img')?.getAttribute('src');
  expect(whole()).toBe('/b.webp');
  fireEvent.keyDown(viewer, { key: 'ArrowLeft' });
  expect(whole()).toBe('/a.webp');
  await userEvent.click(within(viewer).getByRole('button', { name: 'Previous picture' }));
  expect(whole()).toBe('/b.webp');
});

test('a picture rotates to the right by a button, and both ways by R', async () => {
  render(<Thumbnails label="Pictures" pictures={pictures} />);
  await userEvent.click(screen.getByRole('button', { name: 'Enlarge picture 1 of 2' }));
  const viewer = await screen.findByRole('dialog');
  const angle = () => (viewer.querySelector('img') as HTMLImageElement).style.rotate;
  await userEvent.click(within(viewer).getByRole('button', { name: 'Rotate' }));
  fireEvent.keyDown(viewer, { key: 'r' });
  expect(angle()).toBe('180deg');
  fireEvent.keyDown(viewer, { key: 'R' });
  expect(angle()).toBe('90deg');
  fireEvent.keyDown(viewer, { key: 'ArrowRight' });
  expect(angle()).toBe('0deg');
});

test('closing the picture returns the focus', async () => {
  render(<EnlargeablePicture seed="a" src="/a.webp?w=640" whole="/a.webp" title="Receipts" />);
  const opener = screen.getByRole('button', { name: 'Enlarge the picture of Receipts' });
  await userEvent.click(opener);
  const viewer = await screen.findByRole('dialog', { name: 'Picture of Receipts' });
  expect(within(viewer).queryByRole('button', { name: 'Next picture' })).toBeNull();
  fireEvent(viewer, new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(opener).toHaveFocus();
});

test('says that a picture cannot be loaded', async () => {
  render(<Thumbnails label="Pictures" pictures={pictures.slice(0, 1)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Enlarge picture 1 of 1' }));
  const viewer = await screen.findByRole('dialog');
  fireEvent.error(viewer.querySelector('img') as HTMLImageElement);
  expect(within(viewer).getByRole('alert')).toHaveTextContent('The picture couldn’t be loaded');
});

test('the quilt block of a missing or broken picture does not open', () => {
  const { container, rerender } = render(
    <EnlargeablePicture seed="a" src="/a.webp" whole="/a.webp" title="Receipts" />,
  );
  fireEvent.error(container.querySelector('img') as HTMLImageElement);
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<EnlargeablePicture seed="a" src="" whole="" title="Receipts" />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a picture fits the stage without being enlarged, and zooms to at least twice its own pixels', () => {
  const stage = { width: 400, height: 800 };
  expect(fitOf({ width: 2000, height: 1000 }, stage)).toBe(0.2);
  expect(fitOf({ width: 100, height: 100 }, stage)).toBe(1);
  expect(clampZoom(99, 0.2)).toBe(10);
  expect(clampZoom(99, 1)).toBe(4);
  expect(clampZoom(0.1, 0.2)).toBe(1);
});
