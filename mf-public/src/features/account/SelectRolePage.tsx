import type { SignUpRole } from '@piecework/contracts/constants';
import { rich, t } from '@piecework/i18n';
import { Button } from '@piecework/ui';
import { dialogs, MESSAGE_MS, session, usePageTitle, useSession } from '@piecework/web-kit';
import { useForm, useSubmit } from '@piecework/web-kit/forms';
import { AccountForm, AccountFrame, AlternativeAction } from './AccountFrame';
import { RoleCards } from './RoleCards';
import { toastFailure, withUserMessage } from './sign-in-errors';
import { TermsNote } from './TermsNote';
import { useAfterSignIn } from './useAfterSignIn';

const logOut = async () => {
  try {
    await session.signOut();
    dialogs.toast({ icon: 'success', title: t('Logout Successful'), ms: MESSAGE_MS.short });
  } catch (error) {
    toastFailure(error, t('Logout unsuccessful'), MESSAGE_MS.medium);
  }
};

/** For an identity without a user record, also after an interrupted registration. */
export default function SelectRolePage() {
  usePageTitle(t('Choose your role'));
  const identity = useSession((state) => state.identity);
  const after = useAfterSignIn();
  const form = useForm<{ role: SignUpRole }>({ defaultValues: { role: 'worker' } });
  const submission = useSubmit(form, async ({ role }) => {
    try {
      await session.chooseRole(role);
    } catch (error) {
      toastFailure(error, t('Error'), MESSAGE_MS.medium);
      throw withUserMessage(error);
    }
    after.registered(identity?.displayName ?? '');
  });

  return (
    <AccountFrame
      title={t('One last step')}
      lead={
        identity?.email
          ? t('You’re signed in as {email}. Choose a role to get started.', { email: identity.email })
          : t('Choose a role to get started.')
      }
    >
      <AccountForm
        label={t('Role')}
        submitText={t('Go to my dashboard')}
        submission={submission}
        isLong
        foot={<TermsNote />}
      >
        <RoleCards {...form.register('role')} />
      </AccountForm>
      <AlternativeAction>
        {rich('Not you? <a>Log out</a>', {
          a: (children) => (
            <Button variant="quiet" size="small" onClick={() => void logOut()}>
              {children}
            </Button>
          ),
        })}
      </AlternativeAction>
    </AccountFrame>
  );
}
