import type { Settings } from '@piecework/config';
import type { Mailer } from './mailer';
import { createSmtpMailer } from './smtp-mailer';

/** Nothing leaves: admins read it. */
const outboxMailer: Mailer = { send: async ({ subject, text, html }) => ({ subject, text, html }) };

/** Undefined: the installation has no mail. */
export const createMailer = ({ mail, smtp }: Pick<Settings, 'mail' | 'smtp'>): Mailer | undefined => {
  switch (mail) {
    case 'none':
      return undefined;
    case 'outbox':
      return outboxMailer;
    case 'smtp':
      if (!smtp) throw new Error('MAIL=smtp without the settings of the mail server');
      return createSmtpMailer(smtp);
  }
};
