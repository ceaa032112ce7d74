import { dialogs } from '@piecework/web-kit';

/** Dialogs that resolve at once. */
export const fakeDialogs = ({ confirms = true } = {}) => ({
  confirm: jest.spyOn(dialogs, 'confirm').mockResolvedValue(confirms),
  success: jest.spyOn(dialogs, 'success').mockResolvedValue(),
  failure: jest.spyOn(dialogs, 'failure').mockResolvedValue(),
});

export const ADMIN = { _id: 'me', userName: 'Ada Admin', userEmail: 'ada@example.com', userRole: 'admin' } as const;

/** How Testing Library names the link of an email: with a space where the address may break. */
export const nameOfEmail = (address: string): string => address.split(/(?=@|\.[^@]*$)/).join(' ');
