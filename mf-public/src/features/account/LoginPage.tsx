import { emailRule, passwordRule } from '@piecework/contracts/field-rules';
import { rich, t, translated } from '@piecework/i18n';
import { Button, Notice, PasswordField, TextField } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { dialogs, MESSAGE_MS, returnPath, session, usePageTitle, useSession } from '@piecework/web-kit';
import { fieldOf, useForm, useSubmit, useWatch } from '@piecework/web-kit/forms';
import { Link, useLocation } from '@piecework/web-kit/router';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { AccountForm, AccountFrame, AlternativeAction, EMAIL_INPUT } from './AccountFrame';
import { GoogleButton } from './GoogleButton';
import { toastFailure, withUserMessage } from './sign-in-errors';
import { useAfterSignIn } from './useAfterSignIn';

const Forgot = styled.div`
  margin-block: -${space(3)};
  text-align: end;
`;

/** What the pages of a forgotten password pass on: the typed email, or that a new password is set. */
const useEntry = () => (useLocation().state ?? {}) as { email?: string; notice?: string };

function useLogin() {
  const { email = '' } = useEntry();
  const form = useForm({ defaultValues: { email, password: '' } });
  const after = useAfterSignIn();
  const submission = useSubmit(form, async (credentials) => {
    try {
      await session.signIn(credentials);
    } catch (error) {
      toastFailure(error, t('Login unsuccessful'), MESSAGE_MS.short);
      throw withUserMessage(error);
    }
    after.loggedIn();
  });
  return { form, submission };
}

export default function LoginPage() {
  usePageTitle(t('Login'));
  const { form, submission } = useLogin();
  const email = useWatch({ control: form.control, name: 'email' });
  const entry = useEntry();
  const notice = useSession((state) => state.notice);
  // Preloads the sign-in code while the user types.
  useEffect(() => {
    void session.prepare();
    void dialogs.preload();
  }, []);

  return (
    <AccountFrame
      title={t('Welcome back')}
      lead={
        returnPath() === '/dashboard'
          ? t('Your coins and your work are right where you left them.')
          : t('Log in to continue to the page you wanted.')
      }
    >
      {notice && <Notice tone="warn">{notice}</Notice>}
      {entry.notice && !notice && <Notice tone="good">{translated(entry.notice)}</Notice>}
      <AccountForm label={t('Login')} submitText={t('Login')} submission={submission}>
        <TextField {...EMAIL_INPUT} label={t('Email')} autoComplete="username" {...fieldOf(form, 'email', emailRule)} />
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          {...fieldOf(form, 'password', passwordRule)}
        />
        <Forgot>
          <Button as={Link} to="/forgotPassword" state={{ email }} variant="quiet" size="small">
            {t('Forgot your password?')}
          </Button>
        </Forgot>
      </AccountForm>
      <GoogleButton />
      <AlternativeAction>
        {rich('New here? <a>Register</a>', { a: (children) => <Link to="/register">{children}</Link> })}
      </AlternativeAction>
    </AccountFrame>
  );
}
