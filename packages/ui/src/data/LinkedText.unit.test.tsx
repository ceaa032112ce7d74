import { render, screen } from '@testing-library/react';
import { LinkedText } from './LinkedText';
import { linksIn } from './links-in';

const addressesIn = (text: string) => linksIn(text).flatMap(({ href, text: shown }) => (href ? [shown] : []));

test.each([
  ['see https://example.com/a?b=1#c for it', ['https://example.com/a?b=1#c']],
  ['HTTP://EXAMPLE.COM', ['HTTP://EXAMPLE.COM']],
  ['(https://example.com/a_(b)).', ['https://example.com/a_(b)']],
  ['[https://example.com/a], https://example.com/b!', ['https://example.com/a', 'https://example.com/b']],
  ['দেখুন https://example.com/ক।', ['https://example.com/ক']],
  ['https://example.com/a<b>', ['https://example.com/a']],
  ['https://example.com/\u202egpj.exe', ['https://example.com/']],
  ['javascript:alert(1) data:text/html,x ftp://example.com mailto:a@b.c', []],
  ['https:// http://... https://exa%mple', []],
  ['https://bank.example@evil.example/ https://a:b@c.example', []],
  ['www.example.com and example.com', []],
  ['', []],
])('in %j the links are %j', (text, links) => expect(addressesIn(text)).toEqual(links));

test('the parts in order are the whole text', () => {
  const text = 'a https://x.example, https:// b\n\n(https://y.example/z) c';
  expect(
    linksIn(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test('a long text of brackets is split at once', () => {
  const started = performance.now();
  linksIn(`https://x.example/${')'.repeat(50_000)}`);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('a link opens a new tab, and gives the target neither the page nor its rank', () => {
  render(<LinkedText text="My sheet: https://example.com/sheet." />);
  const link = screen.getByRole('link', { name: 'https://example.com/sheet' });
  expect(link).toHaveAttribute('href', 'https://example.com/sheet');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
});

test('markup stays text', () => {
  const text = '<a href="https://evil.example">x</a> <img src=x onerror=alert(1)>';
  const { container } = render(<LinkedText text={text} />);
  expect(container).toHaveTextContent(text);
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});
