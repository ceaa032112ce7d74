import type { Letter } from './mail';

export interface OutgoingMail extends Letter {
  /** Id of the row: the same for each attempt. */
  id: string;
  to: { name: string; address: string };
}

/** Sends mail, or keeps it. */
export interface Mailer {
  /** @returns what is kept of the mail. @throws {MailError} */
  send(mail: OutgoingMail, stopping: AbortSignal): Promise<Letter | undefined>;
}

/** `message` is for admins: no password and no link. */
export class MailError extends Error {
  override readonly name = 'MailError';
  constructor(
    message: string,
    /** Another attempt would fail as well. */
    readonly isFinal: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
