import type { FactorChallenge } from '@piecework/contracts';
import { factorCodeRule } from '@piecework/contracts/field-rules';
import { t, translated } from '@piecework/i18n';
import { Button, Notice, TextField } from '@piecework/ui';
import { ApiError, type FactorRequest } from '@piecework/web-kit';
import { startAuthentication, WebAuthnError } from '@simplewebauthn/browser';
import { useEffect, useRef, useState } from 'react';
import { FormDialog, fieldOf, useForm, useSubmit } from '../forms';

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Has a passkey sign the challenge, and gives the answer. */
const givePasskey = async ({ challenge, give }: FactorRequest): Promise<void> => {
  const { passkey } = await challenge();
  const { id, response } = await startAuthentication({ optionsJSON: passkey as unknown as RequestOptions });
  const { clientDataJSON, authenticatorData, signature } = response;
  await give({ passkey: { id, clientDataJSON, authenticatorData, signature } });
};

const isUnused = (error: unknown) => error instanceof WebAuthnError || error instanceof DOMException;

function usePasskey(request: FactorRequest) {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async () => {
    setRunning(true);
    setFailure(undefined);
    try {
      await givePasskey(request);
    } catch (error) {
      if (error instanceof ApiError) setFailure(translated(error.message));
      else if (isUnused(error)) setFailure(t('Your passkey wasn’t used. Try again, or enter a code.'));
      else throw error;
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning, failure };
}

export default function FactorDialog({ request }: { request: FactorRequest }) {
  const [challenge, setChallenge] = useState<FactorChallenge>();
  const form = useForm({ defaultValues: { factorCode: '' } });
  const { setFocus } = form;
  const passkeyButton = useRef<HTMLButtonElement>(null);
  const passkey = usePasskey(request);
  // Without an answer a code can be given.
  useEffect(() => void request.challenge().then(setChallenge, () => undefined), [request]);
  // A dialog focuses its first button, which closes it.
  useEffect(() => {
    if (challenge?.passkey) passkeyButton.current?.focus();
    else setFocus('factorCode');
  }, [setFocus, challenge]);
  const submission = useSubmit(form, (proof) => request.give(proof));
  return (
    <FormDialog
      title={t('Confirm it’s you')}
      confirmText={t('Confirm')}
      submission={submission}
      onClose={request.cancel}
    >
      {challenge?.passkey && (
        <Button ref={passkeyButton} busy={passkey.isRunning} onClick={() => void passkey.run()}>
          {t('Use a passkey')}
        </Button>
      )}
      {passkey.failure && <Notice tone="bad">{passkey.failure}</Notice>}
      <TextField
        label={challenge?.passkey ? t('Or a code') : t('Code')}
        hint={
          challenge?.totp === false
            ? t('Enter one of your recovery codes.')
            : t('Open your authenticator app and enter the code for Piecework. A recovery code works too.')
        }
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'factorCode', factorCodeRule)}
      />
    </FormDialog>
  );
}
