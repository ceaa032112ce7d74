import type { LegalDocument } from '@piecework/contracts';
import { banglaLegalTexts } from './legal-texts.bn';

export const LEGAL_LANGUAGES = ['en', 'bn'] as const;
export type LegalLanguage = (typeof LEGAL_LANGUAGES)[number];

/** The day from which the default texts hold: a new one asks everybody again. */
export const DEFAULT_TEXTS_VERSION = '2026-11-30';

const TERMS = `Version: ${DEFAULT_TEXTS_VERSION}

# Terms

These terms are between you and {operator}, who runs this site.

## Your account

- You are old enough to make contracts where you live, and you open one account.
- Your name and picture are your own. Keep your password to yourself.
- You can stop using the site at any time. Close your account on your profile: it says first what happens to your coins and your work.

## Coins

- Work is paid in coins. When you withdraw them, 20 coins are 1 dollar.
- Coins are bought in packages, whose price is shown before you pay. Coins that you bought are for paying workers; they can’t be exchanged back, except where the law says otherwise.
- Coins don’t expire. They are lost when an account is closed.

## If you post tasks

- The coins for all places of a task are set aside when you post it. What isn’t needed is refunded when it ends.
- Say what you need before people start. Decide on each submission within the time that the task names: after it, the worker is paid.
- Reject only work that doesn’t do what the task says, and say why. Workers can appeal, and an admin decides.
- The work that you approve is yours to use.

## If you do tasks

- Submit your own, honest work. You stay responsible for what you write and upload.
- You are paid when your work is approved, or when the buyer doesn’t decide in time.
- Withdrawals start at 200 coins and go to an account of your own. An admin checks each request, and may hold it for up to ten days to look at where its coins come from.

## What isn’t allowed

- Anything illegal, harassment, and adult content.
- Fake reviews, votes, followers or accounts.
- Asking for passwords, card numbers or money.
- Several accounts of one person, and work by programs where a task asks for people.

We delete such tasks, reverse what they paid, and close accounts.

## What we promise

- We keep the books: every coin that came or went is on your statement.
- We pay approved withdrawals within the time shown, to the account that you name.
- We aren’t a party to the work between buyers and workers, and don’t promise that the site is always reachable.

## Changes

When these terms change, we ask you again. They name the day from which they hold.

## Questions

Write to {contact}.
`;

const PRIVACY = `Version: ${DEFAULT_TEXTS_VERSION}

# Privacy

{operator} runs this site and answers for what it keeps about you.

## What we keep, and for how long

- **Your account**: name, email address, picture, role, and the version of the terms that you accepted. Of a password only a hash that can’t be turned back. As long as the account is open. Of a closed account we keep the address, the name and that hash, so that the address stays taken; the name stays on finished work and in the books. The picture goes a day later.
- **Your work**: tasks, submissions, pictures, decisions, appeals, and messages between worker and buyer, as long as the site runs, because others were paid by them.
- **Your coins**: every change of your balance, for the books.
- **Purchases**: amount, time, and the last four digits of the card. The card number goes to the payment processor, never to us.
- **Withdrawals**: amount, state and dates. The account number is encrypted, read only by the admin who pays you, and erased 30 days after the payment. Its last three characters stay.
- **Notifications**: 90 days. Emails that we sent: 30 days. Both go when the account closes, but for the email that says so.
- **Notes of admins** about an account, and a fingerprint of each picture, by which equal ones are found. Notes are deleted 180 days after the account is closed.
- **Network addresses**: counts of sign-ups and failed sign-ins, for at most a day, and beside starting coins that wait for a check, until it is made. A code computed from your network and browser for 30 days, to warn you of sign-ins from elsewhere. The servers’ logs, as long as the operator keeps them.

## What stays in your browser

Your sign-in, your drafts, the language and the colours that you chose. There are no advertising or tracking cookies.

## Who sees what

- Buyers see the name, email address and picture of workers who submit to their tasks, with the work.
- Workers see the name and email address of the buyers of tasks, and how they have decided so far.
- Only the worker and the buyer of a task read the messages between them.
- Everybody may see the names and pictures of the workers who earn the most.
- Admins see accounts, work and payments, to keep order. What they decide is recorded.
- The payment processor, the email service, and the sign-in provider get what they need for that, where this site uses one.

We sell nothing about you.

## Your rights

You can see and correct most of it yourself, and download all of it from your profile. You can close your account there, too. Write to {contact} to object. You may also complain to the data protection authority where you live.
`;

const CONTACT = `Version: ${DEFAULT_TEXTS_VERSION}

# Contact

{operator} runs this site.

- Questions about your account, a payment or a withdrawal: {contact}
- A task that breaks the rules: {contact}, with the address of the task
- Privacy: {contact}

Say which email address your account has. Never send your password or a card number: we never ask for them.
`;

/** Markdown of headings, paragraphs and lists, which an operator may replace (LEGAL_DIR). */
export const DEFAULT_LEGAL_TEXTS: Readonly<Record<LegalLanguage, Readonly<Record<LegalDocument, string>>>> = {
  en: { terms: TERMS, privacy: PRIVACY, contact: CONTACT },
  bn: banglaLegalTexts(DEFAULT_TEXTS_VERSION),
};
