import { Button, Modal, Notice, Stack, TextField } from '@piecework/ui';
import { session } from '@piecework/web-kit';
import { useForm, useSubmit } from '@piecework/web-kit/forms';
import { useState } from 'react';
import { EMAIL_RULES } from './field-rules';
import { withUserMessage } from './sign-in-errors';

type Outcome = Awaited<ReturnType<typeof session.forgotPassword>>['kind'];

/** The answer does not reveal whether the email has an account. */
const ANSWERS: Record<Outcome, (email: string) => string> = {
  'ask-admin': (email) =>
    `This site cannot send email. Ask its administrator to set a new password for ${email}. Your coins and your work are safe.`,
  'mail-sent': (email) =>
    `If ${email} has an account, we have sent an email with a link to set a new password. Please check your spam folder too.`,
};

function ResetForm({ email: initialEmail, onClose }: { email: string; onClose: () => void }) {
  const form = useForm({ defaultValues: { email: initialEmail } });
  const [answer, setAnswer] = useState<string>();
  const { onSubmit, isSending, failure } = useSubmit(form, async ({ email }) => {
    try {
      const { kind } = await session.forgotPassword(email.trim());
      setAnswer(ANSWERS[kind](email.trim()));
    } catch (error) {
      throw withUserMessage(error);
    }
  });

  if (answer) {
    return (
      <Stack gap={5}>
        <Notice tone="info">{answer}</Notice>
        <Button onClick={onClose}>Back to login</Button>
      </Stack>
    );
  }
  return (
    <Stack as="form" gap={5} noValidate onSubmit={onSubmit} aria-label="Forgot password">
      {failure && <Notice tone="bad">{failure}</Notice>}
      <TextField
        label="Email of your account"
        type="email"
        autoComplete="username"
        error={form.formState.errors.email?.message}
        {...form.register('email', EMAIL_RULES)}
      />
      <Button type="submit" busy={isSending}>
        Reset password
      </Button>
    </Stack>
  );
}

interface ForgotPasswordProps {
  email: string;
  open: boolean;
  onClose(): void;
}

/** A sibling of the login form: forms do not nest. */
export function ForgotPassword({ email, open, onClose }: ForgotPasswordProps) {
  return (
    <Modal title="Forgot your password?" open={open} onClose={onClose}>
      <ResetForm email={email} onClose={onClose} />
    </Modal>
  );
}
