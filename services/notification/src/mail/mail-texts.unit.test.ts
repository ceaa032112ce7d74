import { NOTIFICATION_KINDS } from '@piecework/contracts';
import { lineOf, wordLink, wordNotification } from './mail-texts';

const WORDING = { origin: 'https://piecework.example', supportEmail: 'help@piecework.example' };
const MAIL: Parameters<typeof wordNotification>[0] = {
  kind: 'submission-approved',
  role: 'worker',
  ids: { taskId: 't1' },
  name: 'Wilma',
  title: 'Name ten birds',
  coins: 5,
};
const LINK: Parameters<typeof wordLink>[0] = {
  name: 'Wilma',
  requestId: 'request-1',
  token: 'token-1',
  purpose: 'password-reset',
  expiresAt: Date.UTC(2026, 10, 21, 9, 30),
};

const notification = (changes: Partial<typeof MAIL> = {}) => wordNotification({ ...MAIL, ...changes }, WORDING);

describe('one line of text', () => {
  test.each([
    ['a\r\nBcc: eve@example.com', 'a Bcc: eve@example.com'],
    ['a\u2028b\u2029c\u0085d\u000be', 'a b c d e'],
    // Direction marks would show another text than the one that is there.
    ['a\u202egnp.exe\u2066b', 'a gnp.exe b'],
    ['  many   spaces\t', 'many spaces'],
    ['\u0000\u0007', ''],
    ['\ud800 alone', 'alone'],
    // Bangla and emoji need their joiners.
    ['ক্\u200dষ 👩\u200d🌾', 'ক্\u200dষ 👩\u200d🌾'],
  ])('%j is %j', (text, line) => {
    expect(lineOf(text, 100)).toBe(line);
  });

  test('ends where it is too long, between characters', () => {
    expect(lineOf('🐦'.repeat(12), 10)).toBe(`${'🐦'.repeat(9)}…`);
    expect(lineOf('x'.repeat(10), 10)).toBe('x'.repeat(10));
  });
});

describe('a mail of a notification', () => {
  test('says what happened, where it is, why it came, and whom to ask', () => {
    const { subject, text } = notification();
    expect(subject).toBe('Your submission for “Name ten birds” was approved');
    expect(text).toBe(
      [
        'Hello Wilma,',
        'Your submission for “Name ten birds” was approved.',
        'You earned 5 coins.',
        'Open in Piecework:\nhttps://piecework.example/dashboard/workerSubmission',
        'You’re getting this email because you chose email for this kind of notification.',
        [
          '-- ',
          'Choose which notifications we email you: https://piecework.example/dashboard/notifications?show=email',
          'Questions? Write to help@piecework.example',
          'Terms: https://piecework.example/terms',
          'Privacy: https://piecework.example/privacy\n',
        ].join('\n'),
      ].join('\n\n'),
    );
  });

  test('of an import says that more joins it', () => {
    const about = { kind: 'submission-created', role: 'buyer', ids: { taskId: 't1', importId: 'file' } } as const;
    const { subject, text } = notification(about);
    expect(subject).toBe('New submission for “Name ten birds”');
    expect(text).toContain('Its task is one of an import.');
    expect(text).toContain('/dashboard/buyerReview?task=t1');
  });

  test('names no address for questions where there is none', () => {
    const { text, html } = wordNotification(MAIL, { origin: WORDING.origin });
    expect(text + html).not.toContain('Questions');
  });

  test.each(NOTIFICATION_KINDS)('%s has words in one line and a page of its own', (kind) => {
    for (const role of ['worker', 'buyer', 'admin'] as const) {
      const { subject, text, html } = notification({ kind, role });
      expect(subject).toMatch(/^[^\r\n]{10,160}$/);
      // A closed account has no dashboard.
      expect(text).toContain(`https://piecework.example/${kind === 'account-closed' ? '' : 'dashboard/'}`);
      expect(html).toContain(subject.replaceAll("'", '&#39;'));
    }
  });

  test('has a subject of one line whatever a buyer has written', () => {
    const { subject, text } = notification({ title: 'Birds\r\nBcc: eve@example.com\u2028x', name: 'W\nX' });
    expect(subject).toBe('Your submission for “Birds Bcc: eve@example.com x” was approved');
    expect(text).toContain('Hello W X,');
    const long = notification({ title: 'long '.repeat(2000), name: 'n'.repeat(1000) });
    expect(long.subject.length).toBeLessThanOrEqual(160);
    expect(long.text.length).toBeLessThan(1000);
  });

  test('shows markup as text', () => {
    const { html, text } = notification({ title: '<img src=x onerror="alert(1)">', name: "<b>O'Neil & Co" });
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
    expect(html).toContain('&lt;b&gt;O&#39;Neil &amp; Co');
    expect(text).toContain('<img src=x');
  });

  test('loads nothing and is at most 600 pixels wide', () => {
    const { html } = notification();
    expect(html).not.toMatch(/<(?:img|link|script|style|iframe)|url\(|@import/i);
    expect(html).toContain('max-width:600px');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });
});

describe('a mail with a link', () => {
  test('has the secret behind the hash sign, and the time until which it works', () => {
    const { subject, text, html } = wordLink(LINK, WORDING);
    const href = 'https://piecework.example/resetPassword#request-1.token-1';
    expect(subject).toBe('Choose a new password for Piecework');
    expect(text).toContain(`Choose a new password:\n${href}`);
    expect(text).toContain('The link works once, until 2026-11-21, 09:30 UTC.');
    expect(html).toContain(`href="${href}"`);
    // No choice turns these mails off.
    expect(text + html).not.toContain('Choose which notifications');
  });

  test('leads to the confirmation of an address', () => {
    const { text } = wordLink({ ...LINK, purpose: 'email-confirmation', name: '' }, WORDING);
    expect(text).toMatch(/^Hello,\n/);
    expect(text).toContain('https://piecework.example/confirmEmail#request-1.token-1');
  });
});
