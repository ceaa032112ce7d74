import { render, screen } from '@testing-library/react';
import { LiveMark, OfflineNotice } from './LiveStatus';

let status = 'live';
jest.mock('@piecework/web-kit', () => ({ useLiveStatus: () => status }));

it.each([
  ['live', 'Live', false],
  ['polling', 'Updates every few seconds', false],
  ['offline', 'Offline', true],
])('%s is told quietly as "%s"; only being offline also in a sentence: %s', (now, word, hasNotice) => {
  status = now;
  render(
    <>
      <LiveMark />
      <OfflineNotice />
    </>,
  );
  expect(screen.getByTitle(word)).toHaveTextContent(word);
  expect(screen.queryAllByText(/You are offline/)).toHaveLength(hasNotice ? 1 : 0);
});
