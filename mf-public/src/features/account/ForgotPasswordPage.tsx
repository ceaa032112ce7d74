import { emailRule } from '@piecework/contracts/field-rules';
import { t } from '@piecework/i18n';
import { Notice, TextField } from '@piecework/ui';
import { session, usePageTitle } from '@piecework/web-kit';
import { fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { Link, useLocation } from '@piecework/web-kit/router';
import { useEffect, useState } from 'react';
import { AccountForm, AccountFrame, AlternativeAction, EMAIL_INPUT } from './AccountFrame';
import { Announced } from './Announced';
import { withUserMessage } from './sign-in-errors';

/** The answer does not reveal whether the email has an account. */
const ANSWERS = {
  'ask-admin': (email: string) =>
    t(
      'This site can’t send email. Ask its administrator to set a new password for {email}. Your coins and your work are safe.',
      { email },
    ),
  'mail-sent': (email: string) =>
    t('If {email} has an account, we’ve sent it a link to set a new password. Please check your spam folder too.', {
      email,
    }),
};

export default function ForgotPasswordPage() {
  usePageTitle(t('Forgot your password?'));
  const { email = '' } = (useLocation().state ?? {}) as { email?: string };
  const form = useForm({ defaultValues: { email } });
  const [answer, setAnswer] = useState<string>();
  const submission = useSubmit(form, async ({ email: typed }) => {
    try {
      const { kind } = await session.forgotPassword(typed.trim());
      setAnswer(ANSWERS[kind](typed.trim()));
    } catch (error) {
      throw withUserMessage(error);
    }
  });
  useEffect(() => void session.prepare(), []);

  return (
    <AccountFrame title={t('Forgot your password?')} lead={t('Enter your account’s email.')}>
      {answer ? (
        <Announced>
          <Notice tone="info">{answer}</Notice>
        </Announced>
      ) : (
        <AccountForm label={t('Forgot password')} submitText={t('Reset password')} submission={submission}>
          <TextField
            {...EMAIL_INPUT}
            label={t('Account email')}
            autoComplete="username"
            {...fieldOf(form, 'email', emailRule)}
          />
        </AccountForm>
      )}
      <AlternativeAction>
        <Link to="/login" state={{ email: form.getValues('email') }}>
          {t('Back to login')}
        </Link>
      </AlternativeAction>
    </AccountFrame>
  );
}
