import { render, screen, within } from '@testing-library/react';
import { color } from '../styles';
import { BarChart, Meter, ShareBar } from '.';

const rows = [
  { label: '16 Nov', name: 'Week of 16-11-2026', values: [0, 5] },
  { label: '23 Nov', name: 'Week of 23-11-2026', values: [40, 10] },
];
const series = [
  { name: 'in', ink: color.sage },
  { name: 'out', ink: color.madder },
];
const chart = (shown = series) =>
  render(<BarChart caption="Coins by week" rowHead="Week" series={shown} rows={rows} format={String} />);

describe('a bar chart', () => {
  it('has its values in a table for screen readers', () => {
    chart();
    const table = screen.getByRole('table', { name: 'Coins by week' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Week', 'in', 'out']]);
    expect(within(table).getByRole('row', { name: 'Week of 23-11-2026 40 10' })).toBeInTheDocument();
  });

  it('draws every value on one scale, which ends at a round value', () => {
    const { container } = chart();
    expect(
      [...container.querySelectorAll('[aria-hidden] > div > div > span')].slice(0, 3).map((span) => span.textContent),
    ).toEqual(['50', '25', '0']);
    const heights = [...container.querySelectorAll('rect')].map((rect) => rect.getAttribute('height'));
    expect(heights).toEqual(['0%', '10%', '80%', '20%']);
    expect(container.querySelector('svg')?.closest('[aria-hidden]')).not.toBeNull();
  });

  it('of nothing draws nothing', () => {
    const { container } = render(
      <BarChart
        caption="Empty"
        rowHead="Week"
        series={series}
        rows={[{ ...rows[0], values: [0, 0] } as never]}
        format={String}
      />,
    );
    for (const rect of container.querySelectorAll('rect')) expect(rect).toHaveAttribute('height', '0%');
  });
});

it('a meter has its value for screen readers, and no more than all', () => {
  render(
    <Meter label="The way to 200" value={240} max={200}>
      Enough to withdraw
    </Meter>,
  );
  const meter = screen.getByRole('meter', { name: 'The way to 200' });
  expect(meter).toHaveAttribute('value', '200');
  expect(meter).toHaveAttribute('aria-valuetext', 'Enough to withdraw');
});

it('a bar of shares leaves out what is none, and has them in words', () => {
  const shares = [
    { name: 'taken', value: 3, ink: color.sage },
    { name: 'reserved', value: 0, ink: color.marigold },
    { name: 'open', value: 1 },
  ];
  const { container } = render(<ShareBar shares={shares}>3 taken, 1 open</ShareBar>);
  expect(container.querySelectorAll('[aria-hidden] > span')).toHaveLength(2);
  expect(screen.getByText('3 taken, 1 open')).toBeInTheDocument();
});
