import { CONFIRMATION_LINK_HOURS } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Button, Notice } from '@piecework/ui';
import { ApiError, session, usePageTitle, useSession } from '@piecework/web-kit';
import { useForm, useSubmit } from '@piecework/web-kit/forms';
import { Link } from '@piecework/web-kit/router';
import { useEffect, useState } from 'react';
import { AccountForm, AccountFrame } from './AccountFrame';
import { Announced } from './Announced';
import { withUserMessage } from './sign-in-errors';
import { useLinkToken } from './useLinkToken';

/** By a button: programs that scan mails open the page of each link, and some run its scripts. */
export default function ConfirmEmailPage() {
  usePageTitle(t('Confirm your address'));
  const token = useLinkToken();
  const [answer, setAnswer] = useState<{ token: string; outcome: 'confirmed' | 'invalid' }>();
  const isSignedIn = useSession((state) => state.status === 'signed-in');
  const isKnown = useSession((state) => state.user?.emailConfirmed === true);
  const form = useForm();
  const submission = useSubmit(form, async () => {
    try {
      await session.confirmEmail(token);
      setAnswer({ token, outcome: 'confirmed' });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid-link') throw withUserMessage(error);
      setAnswer({ token, outcome: 'invalid' });
    }
  });
  useEffect(() => void session.prepare(), []);
  const outcome = token === '' ? 'invalid' : answer?.token === token && answer.outcome;

  return (
    <AccountFrame title={t('Confirm your address')} lead={t('Press the button so we know this address is yours.')}>
      {outcome ? (
        <Announced>
          {outcome === 'confirmed' || isKnown ? <Confirmed isSignedIn={isSignedIn} /> : <Invalid />}
        </Announced>
      ) : (
        <AccountForm label={t('Confirm your address')} submitText={t('Confirm my address')} submission={submission} />
      )}
    </AccountFrame>
  );
}

const Confirmed = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <>
    <Notice tone="good">{t('Thank you. Your address is confirmed.')}</Notice>
    <Button as={Link} to={isSignedIn ? '/dashboard' : '/login'}>
      {isSignedIn ? t('Open the dashboard') : t('Login')}
    </Button>
  </>
);

/** /dashboard/profile leads over the login. */
const Invalid = () => (
  <>
    <Notice tone="warn">
      {t(
        'This link is no longer valid. Links work for {hours} hours, and only the newest one counts. You can send another one from your profile.',
        { hours: CONFIRMATION_LINK_HOURS },
      )}
    </Notice>
    <Button as={Link} to="/dashboard/profile">
      {t('Open the profile')}
    </Button>
  </>
);
