import type { Payment, Submission, Task, User, Withdrawal } from '@piecework/contracts';

let count = 0;
const nextId = (kind: string) => `${kind}-${++count}`;

export const aUser = (changes: Partial<User> = {}): User => ({
  _id: nextId('user'),
  userName: 'Wanda Worker',
  userEmail: 'wanda@example.com',
  userPhotoURL: '',
  userRole: 'worker',
  userAvailableCoin: 500,
  ...changes,
});

export const aTask = (changes: Partial<Task> = {}): Task => ({
  _id: nextId('task'),
  taskTitle: 'Transcribe ten receipts',
  taskDetail: 'Type shop, date and total of each receipt.',
  taskImageURL: '/images/00000000000000000000000001.webp',
  requiredWorkers: 5,
  payableAmount: 10,
  completionDate: '2027-01-31',
  submissionInfo: 'A link to your sheet',
  taskStatus: 'pending',
  totalPayableAmount: 50,
  buyerName: 'Bo Buyer',
  buyerEmail: 'bo@example.com',
  ...changes,
});

export const aSubmission = (changes: Partial<Submission> = {}): Submission => ({
  _id: nextId('submission'),
  taskId: 'task-1',
  taskTitle: 'Transcribe ten receipts',
  payableAmount: 10,
  workerEmail: 'wanda@example.com',
  workerName: 'Wanda Worker',
  buyerName: 'Bo Buyer',
  buyerEmail: 'bo@example.com',
  submissionDetails: 'https://example.com/sheet',
  submissionDate: '21-11-2026',
  status: 'pending',
  ...changes,
});

export const aWithdrawal = (changes: Partial<Withdrawal> = {}): Withdrawal => ({
  _id: nextId('withdrawal'),
  workerId: 'user-1',
  workerEmail: 'wanda@example.com',
  workerName: 'Wanda Worker',
  withdrawalCoin: 200,
  withdrawalAmount: 10,
  withdrawalDate: '21-11-2026',
  paymentSystem: 'bkash',
  status: 'pending',
  ...changes,
});

export const aPayment = (changes: Partial<Payment> = {}): Payment => ({
  _id: nextId('payment'),
  email: 'bo@example.com',
  amount: 10,
  coins: 150,
  card: '4242',
  time: '2026-11-21T03:35:00.000Z',
  state: 'recorded',
  shortfall: 0,
  refunded: 0,
  ...changes,
});
