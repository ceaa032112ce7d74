import { type AlwaysMailedKind, isAlwaysMailed, type MailLinkPurpose } from '@piecework/contracts';
import { sentencesOf } from '@piecework/texts/notification-texts';
import type { Letter, NotificationMail } from './mail';

export interface Wording {
  /** Without a path. */
  origin: string;
  supportEmail?: string | undefined;
}

const SETTINGS_PATH = '/dashboard/notifications?show=email';
const HOME_PATH = '/dashboard';
/** Characters. */
const LENGTHS = { name: 60, title: 100, subject: 160 } as const;

/** One line of plain text: control and format characters (line breaks, direction marks) and line separators are spaces. */
export const lineOf = (text: string, length: number): string => {
  const line = text
    .replace(/(?:(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}])+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= length
    ? line
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
};

export const nameOf = (name: string): string => lineOf(name, LENGTHS.name);

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => ESCAPES[found] ?? found);

interface Content {
  name: string;
  subject: string;
  paragraphs: readonly string[];
  button: { label: string; href: string };
  why: string;
  /** Where it can be turned off. */
  settings?: string;
}

const anchor = (href: string, label = href) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
const small = (html: string) => `<p style="margin:0 0 8px;font-size:13px;line-height:1.5">${html}</p>`;

/** Text and background are the reader's, light or dark; only the button has colours of its own. */
const toHtml = (
  { name, subject, paragraphs, button, why, settings }: Content,
  { origin, supportEmail: support }: Wording,
): string => {
  const body = [
    `<p style="margin:0 0 24px;font-weight:700">Piecework</p>`,
    `<p style="margin:0 0 16px">${escapeHtml(greetingOf(name))}</p>`,
    ...paragraphs.map((one) => `<p style="margin:0 0 16px">${escapeHtml(one)}</p>`),
    `<p style="margin:24px 0"><a href="${escapeHtml(button.href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#3a41c6;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>`,
    small(`If the button doesn’t work, open this link: ${anchor(button.href)}`),
    `<hr style="margin:24px 0 16px;border:0;border-top:1px solid #8a8a8a">`,
    small(escapeHtml(why)),
    ...(settings ? [small(anchor(settings, 'Choose which notifications we email you'))] : []),
    ...(support ? [small(`Questions? Write to ${anchor(`mailto:${support}`, support)}`)] : []),
    small([anchor(`${origin}/terms`, 'Terms'), anchor(`${origin}/privacy`, 'Privacy')].join(' · ')),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px">
<div style="max-width:600px;margin:0 auto;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Arial,sans-serif;overflow-wrap:anywhere">
${body.join('\n')}
</div>
</body>
</html>
`;
};

const toText = (
  { name, paragraphs, button, why, settings }: Content,
  { origin, supportEmail: support }: Wording,
): string => {
  const signature = [
    ...(settings ? [`Choose which notifications we email you: ${settings}`] : []),
    ...(support ? [`Questions? Write to ${support}`] : []),
    `Terms: ${origin}/terms`,
    `Privacy: ${origin}/privacy`,
  ];
  return `${[
    greetingOf(name),
    ...paragraphs,
    `${button.label}:\n${button.href}`,
    why,
    // Mail programs may hide what follows.
    ['-- ', ...signature].join('\n'),
  ].join('\n\n')}\n`;
};

const greetingOf = (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`);

const toLetter = (content: Content, wording: Wording): Letter => {
  const whole = { ...content, name: nameOf(content.name), subject: lineOf(content.subject, LENGTHS.subject) };
  return { subject: whole.subject, text: toText(whole, wording), html: toHtml(whole, wording) };
};

/** No further mail comes while the notification is unread (P-17.7). */
const JOINING =
  'Its task is one of an import. More of the same joins this notification, and you get the next email once you’ve read it.';

export const wordNotification = (
  about: Pick<NotificationMail, 'name' | 'kind' | 'role' | 'ids' | 'title' | 'coins' | 'why' | 'account'>,
  wording: Wording,
): Letter => {
  const { name, title, ...mail } = about;
  const cleaned = title === undefined ? {} : { title: lineOf(title, LENGTHS.title) };
  const { text, detail, to = HOME_PATH } = sentencesOf({ ...mail, ...cleaned, n: 1 });
  return toLetter(
    {
      name,
      subject: text,
      paragraphs: [`${text}.`, ...(detail ? [detail] : []), ...(mail.ids.importId === undefined ? [] : [JOINING])],
      button: { label: 'Open in Piecework', href: `${wording.origin}${to}` },
      ...(isAlwaysMailed(mail.kind)
        ? { why: ALWAYS_MAILED_WHY[mail.kind] }
        : {
            why: 'You’re getting this email because you chose email for this kind of notification.',
            settings: `${wording.origin}${SETTINGS_PATH}`,
          }),
    },
    wording,
  );
};

const ABOUT_SECURITY = 'You’re getting this email because it’s about the security of your account.';
const ABOUT_ACCESS = 'You’re getting this email because it’s about what you can do with your account.';
const ALWAYS_MAILED_WHY: Record<AlwaysMailedKind, string> = {
  'account-number-changed': ABOUT_SECURITY,
  'security-changed': ABOUT_SECURITY,
  'account-closing': ABOUT_SECURITY,
  'account-closed': ABOUT_SECURITY,
  'account-suspended': ABOUT_ACCESS,
  'suspension-lifted': ABOUT_ACCESS,
  'suspension-kept': ABOUT_ACCESS,
  'task-paused': ABOUT_ACCESS,
  'task-resumed': ABOUT_ACCESS,
  'account-warned': ABOUT_ACCESS,
};

const LINKS: Record<MailLinkPurpose, { path: string; subject: string; label: string; asked: string; ifNot: string }> = {
  'password-reset': {
    path: '/resetPassword',
    subject: 'Choose a new password for Piecework',
    label: 'Choose a new password',
    asked: 'You requested a new password.',
    ifNot: 'If you didn’t request it, ignore this email. Your password stays the same.',
  },
  'email-confirmation': {
    path: '/confirmEmail',
    subject: 'Confirm your address for Piecework',
    label: 'Confirm this address',
    asked: 'Please confirm that this is your email address.',
    ifNot: 'If you don’t have a Piecework account, ignore this email. The address stays unconfirmed.',
  },
};

const formatTime = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ', ')} UTC`;

/** The secret is behind `#`: browsers send it to no server, so it reaches no log and no `Referer`. */
export const wordLink = (
  link: { name: string; purpose: MailLinkPurpose; requestId: string; token: string; expiresAt: number },
  wording: Wording,
): Letter => {
  const { name, purpose, requestId, token, expiresAt } = link;
  const { path, subject, label, asked, ifNot } = LINKS[purpose];
  return toLetter(
    {
      name,
      subject,
      paragraphs: [asked, `The link works once, until ${formatTime(expiresAt)}.`],
      button: { label, href: `${wording.origin}${path}#${requestId}.${token}` },
      why: ifNot,
    },
    wording,
  );
};
