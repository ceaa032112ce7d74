import { RESET_LINK_MINUTES } from '@piecework/contracts/constants';
import { newPasswordRule } from '@piecework/contracts/field-rules';
import { msg, t } from '@piecework/i18n';
import { Button, Notice, PasswordField } from '@piecework/ui';
import { ApiError, session, usePageTitle } from '@piecework/web-kit';
import { fieldOf, useForm, useSubmit, useWatch } from '@piecework/web-kit/forms';
import { Link, useNavigate } from '@piecework/web-kit/router';
import { useEffect, useState } from 'react';
import { AccountForm, AccountFrame, AlternativeAction } from './AccountFrame';
import { Announced } from './Announced';
import { PasswordChecklist } from './PasswordChecklist';
import { withUserMessage } from './sign-in-errors';
import { useLinkToken } from './useLinkToken';

/** The login page translates it: it stays in the history when the language changes. */
const IS_SET = msg('Your new password is set. You can log in with it now.');

export default function ResetPasswordPage() {
  usePageTitle(t('Set a new password'));
  const token = useLinkToken();
  const [refused, setRefused] = useState<string>();
  const form = useForm({ defaultValues: { password: '' } });
  const navigate = useNavigate();
  const submission = useSubmit(form, async ({ password }) => {
    try {
      await session.resetPassword({ token, password });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid-link') return setRefused(token);
      throw withUserMessage(error);
    }
    void navigate('/login', { replace: true, state: { notice: IS_SET } });
  });
  const password = useWatch({ control: form.control, name: 'password' });
  useEffect(() => void session.prepare(), []);

  return (
    <AccountFrame title={t('Set a new password')} lead={t('This logs you out on every device.')}>
      {token === '' || refused === token ? (
        <Announced>
          <Notice tone="warn">
            {t(
              'This link is no longer valid. A link works once, within {minutes} minutes, and only the newest one counts.',
              { minutes: RESET_LINK_MINUTES },
            )}
          </Notice>
          <Button as={Link} to="/forgotPassword">
            {t('Get a new link')}
          </Button>
        </Announced>
      ) : (
        <AccountForm label={t('Set a new password')} submitText={t('Set password')} submission={submission}>
          <div>
            <PasswordField
              label={t('New password')}
              autoComplete="new-password"
              {...fieldOf(form, 'password', newPasswordRule)}
            />
            <PasswordChecklist password={password} />
          </div>
        </AccountForm>
      )}
      <AlternativeAction>
        <Link to="/login">{t('Back to login')}</Link>
      </AlternativeAction>
    </AccountFrame>
  );
}
