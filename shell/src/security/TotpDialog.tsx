import type { NewTotp } from '@piecework/contracts';
import { factorCodeRule } from '@piecework/contracts/field-rules';
import { t } from '@piecework/i18n';
import { Stack, TextField } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { encode } from 'uqr';
import type { AddedFactor } from './added-factor';

interface TotpDialogProps {
  started: NewTotp;
  onAdded(added: AddedFactor): Promise<void>;
  onClose(): void;
}

export default function TotpDialog({ started: { secret, uri }, onAdded, onClose }: TotpDialogProps) {
  const form = useForm({ defaultValues: { factorCode: '' } });
  const { setFocus } = form;
  // A dialog focuses its first button, which closes it.
  useEffect(() => setFocus('factorCode'), [setFocus]);
  const submission = useSubmit(form, async (body) => {
    await onAdded(await call('POST /factors/totp/confirm', { body }));
  });
  return (
    <FormDialog
      title={t('Set up an authenticator app')}
      confirmText={t('Confirm')}
      submission={submission}
      onClose={onClose}
    >
      <Stack gap={3}>
        <p>{t('Scan this code with an authenticator app on your phone, then enter the six digits that it shows.')}</p>
        <QrCode text={uri} />
        <a href={uri}>{t('Or open it in an app on this device')}</a>
        <p>
          <span>{t('If you can’t scan it, enter this key in the app:')}</span>{' '}
          <Secret>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</Secret>
        </p>
      </Stack>
      <TextField
        label={t('Code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...fieldOf(form, 'factorCode', factorCodeRule)}
      />
    </FormDialog>
  );
}

const Secret = styled.code`
  display: block;
  overflow-wrap: anywhere;
`;

/** Dark on light in both themes: many scanners read no inverted code. */
const Code = styled.svg`
  display: block;
  width: min(14rem, 100%);
  margin-inline: auto;
  background: #ffffff;
`;

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Code viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('QR code of the key')} shapeRendering="crispEdges">
      <path d={path} fill="#000000" />
    </Code>
  );
}
