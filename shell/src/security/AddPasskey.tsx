import { nameRule } from '@piecework/contracts/field-rules';
import { msg, t } from '@piecework/i18n';
import { TextField } from '@piecework/ui';
import { ApiError, call } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { startRegistration } from '@simplewebauthn/browser';
import { useEffect } from 'react';
import type { AddedFactor } from './added-factor';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

const NOT_MADE = msg('No passkey was made. Try again, or use another device.');

const makePasskey = async () => {
  const { options } = await call('POST /factors/passkeys/start');
  const { id, response } = await startRegistration({ optionsJSON: options as unknown as CreationOptions }).catch(() => {
    throw new ApiError(0, 'no-passkey', NOT_MADE);
  });
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, clientDataJSON, attestationObject, ...(transports && { transports }) };
};

interface AddPasskeyProps {
  onAdded(added: AddedFactor): Promise<void>;
  onClose(): void;
}

export default function AddPasskey({ onAdded, onClose }: AddPasskeyProps) {
  const form = useForm({ defaultValues: { name: '' } });
  const { setFocus } = form;
  // A dialog focuses its first button, which closes it.
  useEffect(() => setFocus('name'), [setFocus]);
  const submission = useSubmit(form, async ({ name }) => {
    const body = { name: name.trim(), passkey: await makePasskey() };
    await onAdded(await call('POST /factors/passkeys', { body }));
  });
  return (
    <FormDialog title={t('Add a passkey')} confirmText={t('Create passkey')} submission={submission} onClose={onClose}>
      <p>
        {t('Your device confirms it’s you with your fingerprint, your face or its PIN. Nothing of that leaves it.')}
      </p>
      <TextField
        label={t('Name')}
        hint={t('Say which device it is, such as “My phone”.')}
        autoComplete="off"
        {...fieldOf(form, 'name', nameRule)}
      />
    </FormDialog>
  );
}
