import { rich, t } from '@piecework/i18n';
import { Button, Card, Notice, Row, Stack, TextField } from '@piecework/ui';
import { space, text } from '@piecework/ui/styles';
import { useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';

export interface MadeKey {
  insertedId: string;
  name: string;
  key: string;
}

const Title = styled.h2`
  margin: 0 0 ${space(3)};
  font-size: ${text.h3};
`;
const Box = styled(Card)`
  max-width: 40rem;
`;

/** The only time that a key is shown: it stays until the person closes it. */
export function NewKey({ made: { name, key }, onClose }: { made: MadeKey; onClose: () => void }) {
  const title = useId();
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState('');
  // The form with the focus is gone.
  useEffect(() => field.current?.focus(), []);
  const copy = async () => {
    try {
      // Absent on a page without https.
      await navigator.clipboard.writeText(key);
      setOutcome(t('Copied.'));
    } catch {
      field.current?.select();
      setOutcome(t('Your browser blocked copying. The key is selected, so you can copy it with your keyboard.'));
    }
  };
  return (
    <Box aria-labelledby={title}>
      <Title id={title}>{t('Your key “{name}”', { name })}</Title>
      <Stack>
        <Notice tone="warn">
          {rich(
            '<b>Copy the key now. You won’t see it again.</b> Keep it safe, like a password. Anyone with this key can spend your coins.',
            { b: (children) => <strong>{children}</strong> },
          )}
        </Notice>
        <TextField
          ref={field}
          label={t('Key')}
          readOnly
          value={key}
          spellCheck={false}
          autoComplete="off"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Row gap={3}>
          <Button variant="primary" icon="check" onClick={() => void copy()}>
            {t('Copy')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Done')}
          </Button>
          <span role="status">{outcome}</span>
        </Row>
      </Stack>
    </Box>
  );
}
