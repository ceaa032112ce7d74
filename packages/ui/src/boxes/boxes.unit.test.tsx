import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { BoxEditor } from './BoxEditor';
import { BoxedPicture } from './BoxedPicture';
import { moved, resized, SMALLEST, smallestAt, spanned, turned } from './geometry';
import type { Box } from './labels';

const LABELS = [
  { value: 'car', label: 'Car' },
  { value: 'bus', label: 'Bus' },
];
const CAR: Box = { label: 'car', x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
const picture = { src: '/a.webp?w=1280', whole: '/a.webp' };

let drawn: readonly Box[];
const Editor = ({ first, most }: { first: Box[]; most: number }) => {
  const [boxes, setBoxes] = useState<readonly Box[]>(first);
  drawn = boxes;
  return <BoxEditor label="Cars" labels={LABELS} boxes={boxes} most={most} picture={picture} onChange={setBoxes} />;
};
const open = (first: Box[] = [], most = 50) => render(<Editor first={first} most={most} />);
const stage = () => screen.getByRole('application', { name: 'Cars' });
const box = (number: number) => screen.getByRole('group', { name: new RegExp(`^Box ${number} of `) });
const focus = (element: HTMLElement) => act(() => element.focus());
const status = () => screen.getByRole('status').textContent;
const rounded = () =>
  drawn.map(({ label, x, y, width, height }) => [label, ...[x, y, width, height].map((it) => Number(it.toFixed(4)))]);

test('N draws a box in the middle, arrows move and resize it, and each change is announced', async () => {
  open();
  focus(stage());
  await userEvent.keyboard('n');
  expect(rounded()).toEqual([['car', 0.4, 0.4, 0.2, 0.2]]);
  expect(box(1)).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{Shift>}{ArrowDown}{ArrowLeft}{/Shift}');
  expect(rounded()).toEqual([['car', 0.41, 0.39, 0.19, 0.21]]);
  const words = 'Box 1 of 1: Car, 41% from the left, 39% from the top, 19% wide, 21% high';
  expect(box(1)).toHaveAccessibleName(words);
  expect(status()).toBe(words);
});

test('digits choose the label, Tab leads through the boxes, Escape leaves them, Delete deletes', async () => {
  open([CAR, { ...CAR, x: 0.5 }]);
  focus(stage());
  await userEvent.keyboard('2');
  expect(status()).toBe('Next box: Bus');
  await userEvent.tab();
  expect(box(1)).toHaveFocus();
  await userEvent.keyboard('2');
  expect(drawn[0]?.label).toBe('bus');
  expect(screen.getByRole('button', { name: 'Bus' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.tab();
  expect(box(2)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(stage()).toHaveFocus();
  focus(box(1));
  await userEvent.keyboard('{Delete}');
  expect(rounded()).toEqual([['car', 0.5, 0.2, 0.3, 0.4]]);
  expect(status()).toBe('Box 1 deleted');
  expect(stage()).toHaveFocus();
});

test('Ctrl + Z undoes the last change; presses of one arrow are one', async () => {
  open([CAR]);
  focus(box(1));
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}2');
  expect(rounded()).toEqual([['bus', 0.13, 0.2, 0.3, 0.4]]);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(rounded()).toEqual([['car', 0.13, 0.2, 0.3, 0.4]]);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(drawn).toEqual([CAR]);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

test('takes no more boxes than the field does', async () => {
  open([CAR], 1);
  focus(stage());
  await userEvent.keyboard('n');
  expect(drawn).toEqual([CAR]);
  expect(status()).toBe('You can draw one box only.');
});

test('arrows follow the rotated picture', async () => {
  open([CAR]);
  await userEvent.click(screen.getByRole('button', { name: 'Rotate' }));
  focus(box(1));
  await userEvent.keyboard('{ArrowRight}');
  expect(rounded()).toEqual([['car', 0.1, 0.19, 0.3, 0.4]]);
});

describe('a pointer', () => {
  const SIZE = 400;
  beforeEach(() => {
    const rect = { left: 0, top: 0, x: 0, y: 0, width: SIZE, height: SIZE, right: SIZE, bottom: SIZE };
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(rect as DOMRect);
    for (const side of ['offsetWidth', 'offsetHeight'] as const)
      jest.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(SIZE);
  });
  afterEach(() => jest.restoreAllMocks());

  /** Of the element that has the size of the picture. */
  const frame = () => stage().firstElementChild as HTMLElement;
  /** jsdom has no pointer events. */
  const send = (type: string, [x, y]: readonly [number, number], { isPrimary = true, on = frame() } = {}) => {
    const init = { bubbles: true, cancelable: true, clientX: x * SIZE, clientY: y * SIZE };
    fireEvent(on, Object.assign(new MouseEvent(type, init), { isPrimary }));
  };
  const drag = (from: [number, number], to: [number, number], on = frame()) => {
    send('pointerdown', from, { on });
    send('pointermove', to);
    send('pointerup', to);
  };
  const press = (point: [number, number]) => drag(point, point);

  it('draws, also inside another box; a press selects the smallest, and a drag moves the selected one', () => {
    open([{ ...CAR, x: 0, y: 0, width: 1, height: 1 }]);
    drag([0.5, 0.75], [0.25, 0.5]);
    expect(rounded()[1]).toEqual(['car', 0.25, 0.5, 0.25, 0.25]);
    expect(box(2)).toHaveFocus();
    drag([0.3, 0.6], [0.4, 0.6]);
    expect(rounded()[1]).toEqual(['car', 0.35, 0.5, 0.25, 0.25]);
    press([0.05, 0.05]);
    expect(box(1)).toHaveFocus();
    press([0.4, 0.6]);
    expect(box(2)).toHaveFocus();
    expect(drawn).toHaveLength(2);
  });

  it('resizes by a corner, also beyond the opposite one, and no farther than the picture', () => {
    open([CAR]);
    press([0.2, 0.3]);
    const corner = (name: string) => box(1).querySelector(`[data-corner=${name}]`) as HTMLElement;
    drag([0.4, 0.6], [0.9, 1.4], corner('se'));
    expect(rounded()).toEqual([['car', 0.1, 0.2, 0.8, 0.8]]);
    drag([0.1, 0.2], [0.95, 0.5], corner('nw'));
    expect(rounded()).toEqual([['car', 0.9, 0.5, 0.05, 0.5]]);
  });

  it('that a second finger joins draws nothing', () => {
    open();
    send('pointerdown', [0.1, 0.1]);
    send('pointermove', [0.5, 0.5]);
    send('pointerdown', [0.6, 0.6], { isPrimary: false });
    send('pointerup', [0.5, 0.5]);
    expect(drawn).toEqual([]);
  });
});

test('geometry: rectangles stay inside the picture and return from a rotation', () => {
  expect(turned(CAR, 1)).toEqual({ x: expect.closeTo(0.4), y: 0.1, width: 0.4, height: 0.3 });
  for (const quarters of [-3, -1, 1, 2, 5])
    expect(Object.values(turned(turned(CAR, quarters), -quarters))).toEqual(
      [CAR.x, CAR.y, CAR.width, CAR.height].map((value) => expect.closeTo(value, 12)),
    );
  expect(moved(CAR, { x: 2, y: -2 })).toMatchObject({ x: expect.closeTo(0.7), y: 0 });
  expect(resized(CAR, { x: -2, y: 2 })).toMatchObject({ width: SMALLEST, height: expect.closeTo(0.8) });
  expect(spanned({ x: 1, y: 1 }, { x: 1, y: 1 })).toMatchObject({ x: 1 - SMALLEST, width: SMALLEST });
  const near = () => ({ x: 0.05, y: 0.05 });
  expect(smallestAt([CAR], { x: 0.06, y: 0.3 }, near)).toBe(0);
  expect(smallestAt([CAR], { x: 0.04, y: 0.3 }, near)).toBe(-1);
});

test('a picture shows its boxes with a legend and in words, and opens with them', async () => {
  render(
    <BoxedPicture label="Street" labels={LABELS} boxes={[CAR, CAR, { ...CAR, label: 'bus' }]} picture={picture} />,
  );
  expect(screen.getByText('Car: 2')).toBeVisible();
  const words = within(screen.getByRole('list', { name: 'Boxes' })).getAllByRole('listitem');
  expect(words.map(({ textContent }) => textContent)[2]).toBe(
    'Box 3 of 3: Bus, 10% from the left, 20% from the top, 30% wide, 40% high',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Enlarge the picture of Street' }));
  const viewer = await screen.findByRole('dialog', { name: 'Picture of Street' });
  expect(within(viewer).getByText('3 Bus')).toBeInTheDocument();
});
