import { type SignUpRole, STARTING_COINS } from '@piecework/contracts/constants';
import { Button, Notice, PasswordField, SelectField, TextField } from '@piecework/ui';
import { ApiError, dialogs, MESSAGE_MS, session, usePageTitle } from '@piecework/web-kit';
import { ImageField, useForm, useSubmit, useWatch } from '@piecework/web-kit/forms';
import { Link, useSearchParams } from '@piecework/web-kit/router';
import { useEffect, useState } from 'react';
import { AccountFrame, AlternativeAction, Form } from './AccountFrame';
import { EMAIL_RULES, NAME_RULES, NEW_PASSWORD_RULES } from './field-rules';
import { PasswordChecklist } from './PasswordChecklist';
import { toastFailure, withUserMessage } from './sign-in-errors';
import { UploadProgress } from './UploadProgress';
import { useAfterSignIn } from './useAfterSignIn';

interface Registration {
  name: string;
  email: string;
  image: File | null;
  password: string;
  role: SignUpRole;
}

const ROLE_HINTS: Record<SignUpRole, string> = {
  worker: `You do tasks and earn coins. You start with ${STARTING_COINS.worker}.`,
  buyer: `You post tasks and pay for them in coins. You start with ${STARTING_COINS.buyer}.`,
};

/** The role comes from the home page's link. */
const useInitialRole = (): SignUpRole => (useSearchParams()[0].get('role') === 'buyer' ? 'buyer' : 'worker');

function useRegistration() {
  const role = useInitialRole();
  const form = useForm<Registration>({
    defaultValues: { name: '', email: '', image: null, password: '', role },
  });
  const [progress, setProgress] = useState<number>();
  const redirect = useAfterSignIn();
  const submit = useSubmit(form, async ({ image, ...person }) => {
    if (!image) return;
    const name = person.name.trim();
    try {
      await session.signUp({ ...person, name, email: person.email.trim(), image, onProgress: setProgress });
    } catch (error) {
      throw toastAndMapError(error);
    } finally {
      setProgress(undefined);
    }
    // No space after the name: P-14.2.
    dialogs.toast({ icon: 'success', title: `${name}Register Successful`, ms: MESSAGE_MS.short });
    redirect();
  });
  return { form, progress, ...submit };
}

/** Server field → form field. */
const FORM_FIELDS: Readonly<Record<string, keyof Registration>> = {
  displayName: 'name',
  userName: 'name',
  photoURL: 'image',
  userPhotoURL: 'image',
  userRole: 'role',
};
const EMAIL_TAKEN = ['email-in-use', 'email-already-in-use'];

const toastAndMapError = (error: unknown): ApiError => {
  toastFailure(error, 'Register unsuccessful', MESSAGE_MS.medium);
  const { status, code, message, fields } = withUserMessage(error);
  const formErrors = Object.entries(fields).map(([field, text]) => [FORM_FIELDS[field] ?? field, text]);
  return new ApiError(
    status,
    code,
    message,
    EMAIL_TAKEN.includes(code) ? { email: message } : Object.fromEntries(formErrors),
  );
};

export default function RegisterPage() {
  usePageTitle('Register');
  const { form, progress, onSubmit, isSending, failure } = useRegistration();
  const [role, password] = useWatch({ control: form.control, name: ['role', 'password'] });
  useEffect(() => {
    void session.prepare();
    void dialogs.preload();
  }, []);
  const { errors } = form.formState;

  return (
    <AccountFrame title="Create your account" lead="It takes a minute, and no card is needed.">
      <Form onSubmit={onSubmit} noValidate aria-label="Register">
        <TextField
          label="Name"
          autoComplete="name"
          error={errors.name?.message}
          {...form.register('name', NAME_RULES)}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...form.register('email', EMAIL_RULES)}
        />
        <ImageField
          control={form.control}
          name="image"
          label="Profile picture"
          upload="on-submit"
          required="Profile URL is required"
          error={errors.image?.message}
        />
        <div>
          <PasswordField
            label="Password"
            autoComplete="new-password"
            error={errors.password?.message}
            {...form.register('password', NEW_PASSWORD_RULES)}
          />
          <PasswordChecklist password={password} />
        </div>
        <SelectField
          label="Role"
          hint={ROLE_HINTS[role]}
          options={[
            { value: 'worker', label: 'Worker' },
            { value: 'buyer', label: 'Buyer' },
          ]}
          error={errors.role?.message}
          {...form.register('role')}
        />
        {failure && <Notice tone="bad">{failure}</Notice>}
        <Button type="submit" busy={isSending}>
          Register
        </Button>
        <UploadProgress fraction={progress} />
      </Form>
      <AlternativeAction>
        Already have an account? <Link to="/login">Login</Link>
      </AlternativeAction>
    </AccountFrame>
  );
}
