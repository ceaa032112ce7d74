/** scripts/jest/jsdom-styles.cjs must not change what jsdom computes. */
describe('the computed style of an element in tests', () => {
  afterEach(() => {
    document.head.innerHTML = '';
    document.body.innerHTML = '';
  });

  const show = (css: string, html: string) => {
    document.head.innerHTML = `<style>${css}</style>`;
    document.body.innerHTML = html;
  };
  const isVisible = (selector: string) =>
    getComputedStyle(document.querySelector(selector) as Element).visibility === 'visible';

  const ELEMENTS =
    '<main id="top" class="a-b c"><p class="a">x</p><svg class="a"><linearGradient class="b" /></svg><input type="text" disabled></main>';
  test.each([
    ...[
      '*',
      'p',
      'P',
      '.a',
      '.a-b',
      '.c',
      'p.a',
      'main .a',
      'main > .b',
      '.a > *',
      '#top',
      '#top .a',
      'svg linearGradient',
    ],
    ...[
      '.x, p',
      '.x,.b',
      '.x, .y',
      'p:not(.a, .b)',
      ':not(.a)',
      'p:is(.a, .x)',
      'main:has(.b)',
      '[disabled]',
      'input:disabled',
    ],
    ...[
      '[type="a,b"]',
      'input[type="text"]',
      '[class~="a"]',
      '.\\61 ',
      'p::before',
      '.a + .a',
      'p ~ svg',
      ':root .a',
      'p:hover',
    ],
  ])('takes the rules of the selectors that match: %s', (selector) => {
    show(`${selector} { visibility: hidden }`, ELEMENTS);
    for (const element of document.querySelectorAll('main, main *'))
      expect([element.tagName, getComputedStyle(element).visibility === 'hidden']).toEqual([
        element.tagName,
        element.closest(selector) !== null,
      ]);
  });

  it('follows each change of the document', () => {
    show('.a { visibility: hidden } @keyframes b { to { color: red } }', '<p><b></b></p>');
    expect(isVisible('b')).toBe(true);
    document.querySelector('p')?.classList.add('a');
    expect(isVisible('b')).toBe(false);
    document.querySelector('b')?.setAttribute('style', 'visibility: visible');
    expect(isVisible('b')).toBe(true);
    document.querySelector('b')?.removeAttribute('style');
    expect(isVisible('b')).toBe(false);
    document.head.innerHTML = '';
    expect(isVisible('p')).toBe(true);
  });
});
