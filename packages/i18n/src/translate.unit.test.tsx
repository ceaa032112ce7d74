import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { speakBangla, speakEnglish } from '../testing';
import { localDigits, msg, plural, rich, t, translated, withNodes } from './index';

afterAll(speakEnglish);

describe('English', () => {
  beforeEach(speakEnglish);
  it('is inline, with its numbers in the format of the United States', () => {
    expect(t('Pay {coins} coins to {name}', { coins: 12500, name: 'Ann' })).toBe('Pay 12,500 coins to Ann');
    expect(t('A {brace} without a value')).toBe('A {brace} without a value');
  });
  it('has two forms after a number', () => {
    expect(plural(1, '{count} task', '{count} tasks')).toBe('1 task');
    expect(plural(0, '{count} task', '{count} tasks')).toBe('0 tasks');
  });
  it('returns what is not translated', () => {
    expect(translated(msg('Home'))).toBe('Home');
    expect(translated('At most 5 pictures')).toBe('At most 5 pictures');
    expect(localDigits('31-12-2026')).toBe('31-12-2026');
  });
});

describe('Bangla', () => {
  beforeEach(() =>
    speakBangla({
      Home: 'হোম',
      'Pay {coins} coins': '{coins} কয়েন দিন',
      '{count} tasks': '{count}টি কাজ',
      'Between {0} and {1}': '{0} থেকে {1}',
      'Read the <a>rules</a>, {name}': '{name}, <a>নিয়ম</a> পড়ুন',
    }),
  );
  it('comes from the catalogue, with Bangla digits', () => {
    expect(t('Pay {coins} coins', { coins: 12500 })).toBe('১২,৫০০ কয়েন দিন');
    expect(localDigits('31-12-2026')).toBe('৩১-১২-২০২৬');
  });
  it('has one form after a number', () => {
    expect(plural(1, '{count} task', '{count} tasks')).toBe('১টি কাজ');
    expect(plural(3, '{count} task', '{count} tasks')).toBe('৩টি কাজ');
  });
  it('is English where the catalogue has nothing', () => {
    expect(t('Pay')).toBe('Pay');
    expect(t('constructor')).toBe('constructor');
    expect(plural(1, '{count} place', '{count} places')).toBe('১ place');
  });
  it('translates texts with other numbers than those of the key', () => {
    expect(translated('Home')).toBe('হোম');
    expect(translated('Between 5 and 1,440')).toBe('৫ থেকে ১,৪৪০');
    expect(translated('Between -5 and 1234567')).toBe('-৫ থেকে ১২,৩৪,৫৬৭');
    expect(translated('Between 0.1234567 and 41.50')).toBe('০.১২৩৪৫৬৭ থেকে ৪১.৫০');
    expect(translated('Between 2026-01-09 and 2026-12-31')).toBe('২০২৬-০১-০৯ থেকে ২০২৬-১২-৩১');
  });
  it('moves the elements of placeholders to their place in the sentence', () => {
    const parts = withNodes(t('Pay {coins} coins'), { coins: createElement('b', null, 12) });
    expect(renderToStaticMarkup(createElement('p', null, parts))).toBe('<p><b>12</b><span> কয়েন দিন</span></p>');
  });
  it('moves elements to their place in the sentence', () => {
    const a = (children: string) => createElement('a', null, children);
    const parts = rich('Read the <a>rules</a>, {name}', { a }, { name: 'Ann' });
    expect(renderToStaticMarkup(createElement('p', null, parts))).toBe(
      '<p><span>Ann, </span><a>নিয়ম</a><span> পড়ুন</span></p>',
    );
  });
});
