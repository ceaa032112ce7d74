import { type SignUpRole, STARTING_COINS } from '@piecework/contracts/constants';
import { Button, Notice, RadioCards } from '@piecework/ui';
import { dialogs, MESSAGE_MS, session, usePageTitle, useSession } from '@piecework/web-kit';
import { useForm, useSubmit } from '@piecework/web-kit/forms';
import { AccountFrame, AlternativeAction, Form } from './AccountFrame';
import { toastFailure, withUserMessage } from './sign-in-errors';
import { useAfterSignIn } from './useAfterSignIn';

const CARDS = [
  {
    value: 'worker',
    label: 'Worker',
    icon: 'submissions',
    hint: `Do tasks, earn coins, withdraw them as money. You start with ${STARTING_COINS.worker} coins.`,
  },
  {
    value: 'buyer',
    label: 'Buyer',
    icon: 'tasks',
    hint: `Post tasks, review submissions, pay in coins. You start with ${STARTING_COINS.buyer} coins.`,
  },
] as const;

const logOut = async () => {
  try {
    await session.signOut();
    dialogs.toast({ icon: 'success', title: 'Logout Successful', ms: MESSAGE_MS.short });
  } catch (error) {
    toastFailure(error, 'Logout unsuccessful', MESSAGE_MS.medium);
  }
};

/** For an identity without a user record, also after an interrupted registration. */
export default function SelectRolePage() {
  usePageTitle('Choose your role');
  const identity = useSession((state) => state.identity);
  const redirect = useAfterSignIn();
  const form = useForm<{ role: SignUpRole }>({ defaultValues: { role: 'worker' } });
  const { onSubmit, isSending, failure } = useSubmit(form, async ({ role }) => {
    try {
      await session.chooseRole(role);
    } catch (error) {
      toastFailure(error, 'Error', MESSAGE_MS.medium);
      throw withUserMessage(error);
    }
    dialogs.toast({
      icon: 'success',
      title: `${identity?.displayName ?? ''}Register Successful`,
      ms: MESSAGE_MS.short,
    });
    redirect();
  });

  return (
    <AccountFrame
      title="One last step"
      lead={
        identity?.email
          ? `${identity.email} is signed in. Choose a role to get started.`
          : 'Choose a role to get started.'
      }
    >
      <Form onSubmit={onSubmit} noValidate aria-label="Role">
        <RadioCards label="What brings you here?" options={CARDS} {...form.register('role')} />
        {failure && <Notice tone="bad">{failure}</Notice>}
        <Button type="submit" busy={isSending}>
          Go to my dashboard
        </Button>
      </Form>
      <AlternativeAction>
        Not you?{' '}
        <Button variant="quiet" size="small" onClick={() => void logOut()}>
          Log out
        </Button>
      </AlternativeAction>
    </AccountFrame>
  );
}
