import { render, screen } from '@testing-library/react';
import { LiveMark, OfflineNotice } from './LiveStatus';

let status = 'live';
jest.mock('@piecework/web-kit', () => ({ useLiveStatus: () => status }));

it.each([
  ['live', 'Live', false],
  ['polling', 'Updates every few seconds', false],
  ['offline', 'Offline', true],
])('the status %s is labelled "%s"; shows a notice: %s', (now, label, hasNotice) => {
  status = now;
  render(
    <>
      <LiveMark />
      <OfflineNotice />
    </>,
  );
  expect(screen.getByTitle(label)).toHaveTextContent(label);
  expect(screen.queryAllByText(/You’re offline/)).toHaveLength(hasNotice ? 1 : 0);
});
