import { APPEAL_DAYS, MIN_WITHDRAWAL_COINS, PAYOUT_HOURS } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';

/** P-10.7. */
export const questions = () => [
  {
    title: t('General Questions'),
    items: [
      {
        question: t('How can I complete tasks quickly?'),
        answer: t(
          'Read the task’s description and what to submit before you begin. Start with short tasks of a kind you know, gather everything first, and write the submission in one go: a complete submission is usually approved the first time.',
        ),
      },
      {
        question: t('How do I find high-paying tasks?'),
        answer: t(
          'Sort the Task List by payable amount: the best paid tasks with open places come first. Or look for Featured, Top-Paying and trending tasks; the home page shows the featured ones, highest pay first.',
        ),
      },
      {
        question: t('What should I do if my submission is rejected?'),
        answer: t(
          'Check the reason first, in My Submissions. If the task still has an open place, correct what was missing and submit again. If you think it was a mistake, appeal there within {days} days: an admin reviews your submission and decides. For anything else, contact the buyer or support.',
          { days: APPEAL_DAYS },
        ),
      },
    ],
  },
  {
    title: t('Payment & Earnings'),
    items: [
      {
        question: t('How do I receive my payments?'),
        answer: t(
          'When the buyer approves your submission, or doesn’t decide in time, the payment is added to your wallet. Once you’ve reached the minimum withdrawal amount of {coins} coins, you can request a withdrawal.',
          { coins: MIN_WITHDRAWAL_COINS },
        ),
      },
      {
        question: t('How long does it take to get paid?'),
        answer: t(
          'Earnings are credited instantly on approval. Withdrawals take {from}-{to} hours, depending on the payment method.',
          PAYOUT_HOURS,
        ),
      },
    ],
  },
];
