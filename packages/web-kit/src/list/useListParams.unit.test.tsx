import { BrowserRouter, useSearchParams } from '@piecework/web-kit/router';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { useListParams } from '.';

const never = new Promise<never>(() => {});

function Rows() {
  const [params] = useSearchParams();
  if (params.get('fresh')) use(never);
  return <p>rows</p>;
}

function Toggle() {
  const { get, change } = useListParams(10);
  return <input type="checkbox" checked={get('fresh') === '1'} onChange={() => change({ fresh: '1' })} />;
}

test('a filter shows its new value while the page of the new address renders', async () => {
  render(
    <BrowserRouter>
      <Toggle />
      <Suspense>
        <Rows />
      </Suspense>
    </BrowserRouter>,
  );
  await act(async () => fireEvent.click(screen.getByRole('checkbox')));
  expect(screen.getByText('rows')).toBeVisible();
  expect(screen.getByRole('checkbox')).toBeChecked();
});
