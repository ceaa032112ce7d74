import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Clamp } from './Clamp';
import { type Column, DataTable } from './DataTable';
import { Pager, pagesToShow } from './Pager';
import { Status } from './Status';

interface Line {
  id: string;
  task: string;
  pay: number;
}

const columns: readonly Column<Line>[] = [
  { id: 'task', head: 'Task Name', cell: ({ task }) => task, primary: true },
  { id: 'pay', head: 'Payment Amount', cell: ({ pay }) => pay, align: 'end' },
  { id: 'do', head: 'Actions', cell: () => <button type="button">Approve</button>, action: true },
];
const table = { caption: 'Submissions', columns, rowKey: ({ id }: Line) => id, empty: <p>Nothing here</p> };
const rows = [
  { id: '1', task: '<img src=x onerror=alert(1)>', pay: 40 },
  { id: '2', task: 'Receipt', pay: 5 },
];

describe('DataTable', () => {
  test('is a table with a caption, column headers and rows, with explicit roles', () => {
    render(<DataTable {...table} rows={rows} />);
    const shown = screen.getByRole('table', { name: 'Submissions' });
    expect(
      within(shown)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Task Name', 'Payment Amount', 'Actions']);
    for (const head of within(shown).getAllByRole('columnheader')) expect(head).toHaveAttribute('scope', 'col');
    for (const [role, count] of [
      ['rowgroup', 2],
      ['row', 3],
      ['cell', 6],
    ] as const) {
      const parts = within(shown).getAllByRole(role);
      expect(parts).toHaveLength(count);
      for (const part of parts) expect(part).toHaveAttribute('role', role);
    }
  });

  test('labels the values of a card but not its title and buttons, hidden from screen readers', () => {
    render(<DataTable {...table} rows={rows} />);
    const [title, pay, buttons] = within(screen.getAllByRole('row')[2] as HTMLElement).getAllByRole('cell');
    expect(title).toHaveTextContent(/^Receipt$/);
    expect(within(pay as HTMLElement).getByText('Payment Amount')).toHaveAttribute('aria-hidden', 'true');
    expect(buttons).toHaveTextContent(/^Approve$/);
  });

  test('renders values as text, not as HTML', () => {
    render(<DataTable {...table} rows={rows} />);
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeInTheDocument();
    expect(document.querySelector('img')).toBeNull();
  });

  test('marks a frame that is narrower than its table, so that the buttons stay in view', () => {
    let notify = () => {};
    const observe = jest.fn();
    class Observer {
      observe = observe;
      disconnect = () => {};
      constructor(callback: () => void) {
        notify = callback;
      }
    }
    Object.assign(globalThis, { ResizeObserver: Observer });
    jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
    const width = jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(960);
    render(<DataTable {...table} rows={rows} />);
    const frame = screen.getByRole('table').parentElement;
    act(notify);
    expect(frame).toHaveAttribute('data-scrolls');
    width.mockReturnValue(900);
    act(notify);
    expect(frame).not.toHaveAttribute('data-scrolls');
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'ResizeObserver');
  });

  test('has a loading, an empty and an error state', async () => {
    const retry = jest.fn();
    const { rerender } = render(<DataTable {...table} rows={[]} state="loading" />);
    expect(screen.getByRole('table', { name: 'Submissions, loading' })).toHaveAttribute('aria-busy', 'true');
    rerender(<DataTable {...table} rows={[]} state="ready" />);
    expect(screen.getByText('Nothing here')).toBeInTheDocument();
    rerender(<DataTable {...table} rows={[]} state="error" error="No connection" onRetry={retry} />);
    expect(screen.getByRole('alert')).toHaveTextContent('No connection');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });
});

describe('Clamp', () => {
  const overflow = (scrollHeight: number) => {
    jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(scrollHeight);
    jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(40);
  };
  afterEach(() => jest.restoreAllMocks());

  test('has no button when the text fits', () => {
    overflow(40);
    render(<Clamp text="Short" />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('has no button when only the glyphs are taller than their lines', () => {
    overflow(45);
    render(<Clamp text="Short" />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('keeps the line breaks of a text, and squeezes its blank lines while it is clamped', async () => {
    overflow(200);
    const { container } = render(<Clamp text={'One\n\nTwo\nThree'} />);
    const shown = () => container.querySelector('[id]')?.textContent;
    expect(shown()).toBe('One\nTwo\nThree');
    expect(container.querySelector('[id]')).toHaveStyle({ 'white-space': 'pre-line' });
    await userEvent.click(screen.getByRole('button'));
    expect(shown()).toBe('One\n\nTwo\nThree');
  });

  test('expands and collapses', async () => {
    overflow(200);
    render(<Clamp text={'Long\nand <b>longer</b>'} />);
    const button = screen.getByRole('button', { name: 'Read all' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    expect(screen.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText(/and <b>longer<\/b>/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button'));
    expect(screen.getByRole('button', { name: 'Read all' })).toBeInTheDocument();
  });
});

describe('Pager', () => {
  test.each([
    [1, 3, [1, 2, 3]],
    [1, 12, [1, 2, 0, 12]],
    [3, 12, [1, 2, 3, 4, 0, 12]],
    [4, 12, [1, 2, 3, 4, 5, 0, 12]],
    [6, 12, [1, 0, 5, 6, 7, 0, 12]],
    [12, 12, [1, 0, 11, 12]],
  ])('on page %i of %i shows %j', (page, pages, expected) => expect(pagesToShow(page, pages)).toEqual(expected));

  test('labels its pages, marks the current one and navigates', async () => {
    const lead = jest.fn();
    render(<Pager label="Submissions" page={2} pages={3} onPage={lead} />);
    const nav = screen.getByRole('navigation', { name: 'Submissions, pages' });
    expect(within(nav).getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(lead).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(lead.mock.calls).toEqual([[3], [1]]);
  });

  test('disables its ends, and is hidden for a single page', () => {
    const { rerender } = render(<Pager label="Submissions" page={1} pages={2} onPage={() => {}} />);
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Next page' })).toBeEnabled();
    rerender(<Pager label="Submissions" page={1} pages={1} onPage={() => {}} />);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

test.each([
  'pending',
  'onProgress',
  'completed',
  'approved',
  'reject',
  'canceled',
  'credited',
  'reversed',
  'recorded',
  'paused',
  'closed',
  'new',
])('the status %s is shown as text with an icon', (status) => {
  const { container } = render(<Status status={status} />);
  expect(container).toHaveTextContent(status);
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});
