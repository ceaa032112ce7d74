import { t } from '@piecework/i18n';
import { Button, Stack } from '@piecework/ui';
import { color, quietText, space, text } from '@piecework/ui/styles';
import { MESSAGE_MS, session, useSession } from '@piecework/web-kit';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { toastFailure } from './sign-in-errors';
import { useAfterSignIn } from './useAfterSignIn';

const Or = styled.p`
  display: flex;
  gap: ${space(4)};
  align-items: center;
  margin: 0;
  color: ${color.soft};
  font-size: ${text.small};

  &::before, &::after { flex: 1; border-block-start: 2px dashed ${color.line}; content: ''; }
`;

const Note = styled.p`
  ${quietText}
  margin: -${space(3)} 0 0;
  text-align: center;
`;

/** Google's logo in its own colours, as its guidelines require. */
const GoogleLogo = () => (
  <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden focusable="false">
    <path
      fill="#EA4335"
      d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z"
    />
    <path
      fill="#4285F4"
      d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9c-.6 3-2.2 5.5-4.8 7.2l7.7 6C44.4 38 47 31.9 47 24.6z"
    />
    <path
      fill="#FBBC05"
      d="M10.5 28.6c-.5-1.5-.8-3-.8-4.6s.3-3.2.8-4.6l-8-6.2C.9 16.5 0 20.1 0 24s.9 7.5 2.6 10.8l7.9-6.2z"
    />
    <path
      fill="#34A853"
      d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.2 1.5-4.9 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-8 6.2C6.5 42.6 14.6 48 24 48z"
    />
  </svg>
);

/** Signs in by Google's popup; a new account becomes a worker (P-1.3). */
export function GoogleButton({ label = t('Sign in with Google'), note }: { label?: string; note?: string }) {
  const after = useAfterSignIn();
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);

  const run = async (signIn: () => ReturnType<typeof session.finishGoogle>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const result = await signIn();
      if (!result) return;
      if (result.isNew) after.registered(useSession.getState().user?.userName ?? '');
      else after.loggedIn();
    } catch (error) {
      toastFailure(error, t('Login Unsuccessful'), MESSAGE_MS.googleFailure);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  // No await before the call: browsers open popups only within the click's own task.
  const onClick = () => run(() => session.signInWithGoogle());
  // When the popup was blocked, the page itself redirected to Google; this completes the sign-in on its return.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (session.isBackFromGoogle()) void run(() => session.finishGoogle());
  }, []);

  return (
    <Stack gap={5}>
      <Or>{t('or')}</Or>
      <Button variant="secondary" icon={<GoogleLogo />} busy={isBusy} onClick={() => void onClick()}>
        {label}
      </Button>
      {note && <Note>{note}</Note>}
    </Stack>
  );
}
