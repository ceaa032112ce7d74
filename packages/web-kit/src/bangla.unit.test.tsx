import {
  accountNumberFault,
  buyerRecord,
  COMMON_PROBLEMS,
  excessFault,
  type FormField,
  HOLD_REASONS,
  holdSentence,
  MAX_REPORTS_PER_DAY,
  OPERATIONS,
  type OperationId,
  PAYMENT_SYSTEMS,
  REJECTION_REASONS,
  REPORT_REASONS,
  rejectionSentence,
  reportSentence,
  SERVICE_PROBLEMS,
  SUSPENSION_REASONS,
  suspensionSentence,
  TEXT_FORMATS,
  unqualified,
} from '@piecework/contracts';
import { readAnswer } from '@piecework/contracts/forms';
import { translated } from '@piecework/i18n';
import { speakBangla, speakEnglish } from '@piecework/i18n/testing';
import ofServer from '@piecework/texts/bn';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { z } from 'zod';
import { ApiError, problemOf } from './api/api-error';
import ofWebKit from './bn';
import { dialogs } from './dialogs/dialogs';
import { faultOf } from './forms/image-rules';
import { useForm, useSubmit } from './forms/index';

beforeEach(() => speakBangla(ofServer, ofWebKit));
afterEach(speakEnglish);

/** Those that stay as they are. */
const untranslated = (texts: readonly string[]) =>
  [...new Set(texts)].filter((text) => text !== '' && translated(text) === text);

const tooManyReservations = JSON.stringify({
  code: 'too-many-reservations',
  message: 'You already hold 3 places. Submit your work for one of them, or release one.',
  correlationId: '4f1c20aa',
});
const RESERVATIONS = 'আপনি এর মধ্যেই ৩টি জায়গা ধরে রেখেছেন। একটির কাজ জমা দিন, অথবা একটি জায়গা ছেড়ে দিন।';

const FIELDS = { userName: 'Name must be at most 200 characters', other: 'x' };
function Form() {
  const form = useForm({ defaultValues: { userName: '' } });
  const { onSubmit, failure } = useSubmit(form, async () => {
    throw new ApiError(400, 'validation', 'Please correct the marked fields.', FIELDS);
  });
  return (
    <form onSubmit={onSubmit}>
      <input {...form.register('userName')} />
      <p>{failure}</p>
      <button type="submit">Send</button>
    </form>
  );
}

describe('an error of the server', () => {
  it('is translated where it is shown, with its number', () => {
    expect(translated(problemOf(409, tooManyReservations).message)).toBe(RESERVATIONS);
  });

  it('keeps its reference', () => {
    const { message } = problemOf(500, tooManyReservations);
    expect(message).toBe(`${RESERVATIONS} (রেফারেন্স 4f1c20aa)`);
    expect(translated(message)).toBe(message);
  });

  it('is shown by a form, whose fields are translated by their elements', async () => {
    render(<Form />);
    await userEvent.click(screen.getByRole('button'));
    expect(await screen.findByText('চিহ্নিত ঘরগুলো ঠিক করুন।')).toBeVisible();
  });

  it('is shown by a dialog, whose own words are Bangla', async () => {
    void dialogs.failure({ text: 'This file is empty. Choose another picture', ms: 10_000 });
    // The library of dialogs is loaded first, and fills a dialog before it shows it.
    await waitFor(() => expect(screen.getByText('ফাইলটি খালি। অন্য ছবি বেছে নিন')).toBeVisible(), { timeout: 5000 });
    expect(screen.getByText('সমস্যা হয়েছে')).toBeVisible();
  });
});

test('a fault of a picture is worded in Bangla', () => {
  const file = new File([new Uint8Array(61.5 * 1024 * 1024)], 'a.png', { type: 'image/png' });
  expect(faultOf(file)).toBe('এই ছবিটি ৬১.৫ MB। ৬০ MB বা তার চেয়ে ছোট একটি ছবি বেছে নিন।');
  expect(faultOf(new File(['x'], 'a.pdf'))).toBe('JPEG, PNG, WebP, GIF বা AVIF ধরনের একটি ছবি বেছে নিন।');
});

/** Values of which each breaks another rule. */
const WRONG = [
  undefined,
  7,
  '',
  ' ',
  'x',
  '12',
  '\u200b',
  'a\u0000b',
  'x'.repeat(6000),
  '-1',
  '1.5',
  '9'.repeat(15),
  Number.MAX_VALUE,
  [],
  Array(6).fill('x'),
  {},
] as const;
/** Calls of the forms of visitors, workers and the account. */
const FORMS = [
  'createUser',
  'changeProfile',
  'createApiKey',
  'signUp',
  'signIn',
  'changePassword',
  'requestPasswordReset',
  'resetPassword',
  'createSubmission',
  'resubmit',
  'fileAppeal',
  'createWithdrawal',
  'correctAccount',
] as const satisfies readonly OperationId[];
/** Fields that no person types. */
const BY_PROGRAM = new Set(['taskId', 'token', 'accountFrom']);

const faultsOf = (id: OperationId): string[] => {
  const { body } = OPERATIONS[id] as { body?: z.ZodObject };
  const fields = Object.keys(body?.shape ?? {}).filter((field) => !BY_PROGRAM.has(field));
  return WRONG.flatMap((value) => {
    const { error } = (body as z.ZodObject).safeParse(Object.fromEntries(fields.map((field) => [field, value])));
    return (error?.issues ?? [])
      .filter(({ path: [field] }) => fields.includes(String(field)))
      .map(({ message }) => message);
  });
};

describe('the catalogue of the contracts', () => {
  it('has every problem', () => {
    const tables = [COMMON_PROBLEMS, ...Object.values(SERVICE_PROBLEMS)] as Record<string, { message: string }>[];
    const messages = tables.flatMap((table) => Object.values(table).map(({ message }) => message));
    expect(messages.length).toBeGreaterThan(60);
    expect(untranslated(messages)).toEqual([]);
  });

  it.each(FORMS)('has the validation messages of %s', (id) => {
    const messages = faultsOf(id);
    expect(messages).not.toEqual([]);
    expect(untranslated(messages)).toEqual([]);
  });

  it('has the faults of answers to a form', () => {
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
    const base = { name: 'x', label: 'X', required: true };
    const fields: FormField[] = [
      ...TEXT_FORMATS.map((format) => ({ ...base, kind: 'text' as const, format })),
      { ...base, kind: 'longText' },
      { ...base, kind: 'number' },
      { ...base, kind: 'number', decimals: 2, min: '-2.50', max: '1000' },
      { ...base, kind: 'date', min: '2026-02-03', max: '2026-02-09' },
      { ...base, kind: 'choice', options },
      { ...base, kind: 'choices', options, minCount: 2, maxCount: 2 },
      { ...base, kind: 'picture' },
      { ...base, kind: 'picture', maxCount: 3 },
      { ...base, kind: 'boxes', options },
      { ...base, kind: 'boxes', options, maxCount: 1 },
    ];
    const wrong = [
      ...WRONG,
      '1.55',
      '1.555',
      '-9',
      '2026-01-01',
      '2027-01-01',
      'a',
      ['a'],
      ['a', 'b', 'c'],
      [...'abcd'],
      [{ label: 'z' }],
      [{ label: 'a' }],
      [{ label: 'a', x: 0, y: 0, width: 0, height: 1 }],
      Array.from({ length: 51 }, () => ({ label: 'a', x: 0, y: 0, width: 1, height: 1 })),
    ];
    const faults = fields.flatMap((field) =>
      wrong.flatMap((value) => {
        const read = readAnswer([field], { x: value, y: 1 }, []);
        return read.ok ? [] : read.faults.map(({ message }) => message);
      }),
    );
    const empty = readAnswer([{ ...base, kind: 'longText', required: false }], {}, []);
    if (!empty.ok) faults.push(...empty.faults.map(({ message }) => message));
    expect(new Set(faults).size).toBeGreaterThan(20);
    expect(untranslated(faults)).toEqual([]);
    expect(translated('This answer must be 2026-02-03 or later')).toBe('তারিখটি ২০২৬-০২-০৩ বা তার পরের হতে হবে');
    expect(translated('This answer must be at least -2.50')).toBe('উত্তরটি অন্তত -২.৫০ হতে হবে');
  });

  it('has the reasons, records and rules that a worker reads', () => {
    const stats = { posted: 1, approved: 9, decided: 10 };
    const records = [undefined, 1, 4, 72, 720, 8760].flatMap((reviewHours) =>
      [1, 1200].flatMap((posted) => [
        buyerRecord({ ...stats, posted, reviewHours }),
        buyerRecord({ posted, approved: 0, decided: 0, reviewHours }),
      ]),
    );
    expect(
      untranslated([
        ...records,
        ...PAYMENT_SYSTEMS.map((system) => accountNumberFault(system, '!!!!') ?? ''),
        ...[...REJECTION_REASONS, 'overdue', 'of-tomorrow'].map((code) => rejectionSentence({ code, text: '' })),
        ...[...HOLD_REASONS, 'of-tomorrow'].map(holdSentence),
        ...[...SUSPENSION_REASONS, 'of-tomorrow'].map(suspensionSentence),
        ...[...REPORT_REASONS, 'of-tomorrow'].map(reportSentence),
        `You can report ${MAX_REPORTS_PER_DAY} things a day. Please try again tomorrow.`,
        ...[3000, 900].map((available) => excessFault(3500, { available, requested: 1200 }) ?? ''),
        unqualified(80, { approved: 1, decided: 10 }) ?? '',
      ]),
    ).toEqual([]);
    expect(translated(buyerRecord({ ...stats, posted: 1200, reviewHours: 72 }))).toBe(
      '৯০% কাজ অনুমোদন করেন · সাধারণত ৩ দিনের মধ্যে সিদ্ধান্ত দেন · ১,২০০টি কাজ পোস্ট করেছেন',
    );
  });
});
