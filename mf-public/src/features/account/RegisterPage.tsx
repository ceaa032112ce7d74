import type { SignUpRole } from '@piecework/contracts/constants';
import { emailRule, nameRule, newPasswordRule, PROFILE_PICTURE, requiredFault } from '@piecework/contracts/field-rules';
import { rich, t, translated } from '@piecework/i18n';
import { PasswordField, TextField } from '@piecework/ui';
import { ApiError, dialogs, MESSAGE_MS, session, usePageTitle } from '@piecework/web-kit';
import { fieldOf, ImageField, useForm, useSubmit, useWatch } from '@piecework/web-kit/forms';
import { Link, useSearchParams } from '@piecework/web-kit/router';
import { useEffect, useState } from 'react';
import { AccountForm, AccountFrame, AlternativeAction, EMAIL_INPUT } from './AccountFrame';
import { GoogleButton } from './GoogleButton';
import { PasswordChecklist } from './PasswordChecklist';
import { RoleCards } from './RoleCards';
import { toastFailure, withUserMessage } from './sign-in-errors';
import { TermsNote } from './TermsNote';
import { UploadProgress } from './UploadProgress';
import { useAfterSignIn } from './useAfterSignIn';

interface Registration {
  name: string;
  email: string;
  image: File | null;
  password: string;
  role: SignUpRole;
}

/** The role comes from the home page's link. */
const useInitialRole = (): SignUpRole => (useSearchParams()[0].get('role') === 'buyer' ? 'buyer' : 'worker');

function useRegistration() {
  const role = useInitialRole();
  const form = useForm<Registration>({ defaultValues: { name: '', email: '', image: null, password: '', role } });
  const [progress, setProgress] = useState<number | null>();
  const after = useAfterSignIn();
  const submission = useSubmit(form, async ({ image, ...person }) => {
    if (!image) return;
    const name = person.name.trim();
    try {
      await session.signUp({ ...person, name, email: person.email.trim(), image, onProgress: setProgress });
    } catch (error) {
      throw toastAndMapError(error);
    } finally {
      setProgress(undefined);
    }
    after.registered(name);
  });
  return { form, progress, submission };
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
  toastFailure(error, t('Register unsuccessful'), MESSAGE_MS.medium);
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
  usePageTitle(t('Register'));
  const { form, progress, submission } = useRegistration();
  const password = useWatch({ control: form.control, name: 'password' });
  useEffect(() => {
    void session.prepare();
    void dialogs.preload();
  }, []);

  return (
    <AccountFrame title={t('Create your account')} lead={t('It takes a minute. No card needed.')}>
      <AccountForm
        label={t('Register')}
        submitText={t('Register')}
        submission={submission}
        isLong
        foot={
          <>
            <TermsNote />
            <UploadProgress fraction={progress} />
          </>
        }
      >
        <RoleCards {...fieldOf(form, 'role')} />
        <TextField label={t('Name')} autoComplete="name" {...fieldOf(form, 'name', nameRule)} />
        <TextField {...EMAIL_INPUT} label={t('Email')} autoComplete="email" {...fieldOf(form, 'email', emailRule)} />
        <ImageField
          control={form.control}
          name="image"
          label={t('Profile picture')}
          upload="on-submit"
          required={translated(requiredFault(PROFILE_PICTURE))}
          error={form.formState.errors.image?.message}
        />
        <div>
          <PasswordField
            label={t('Password')}
            autoComplete="new-password"
            {...fieldOf(form, 'password', newPasswordRule)}
          />
          <PasswordChecklist password={password} />
        </div>
      </AccountForm>
      <GoogleButton label={t('Sign up with Google')} note={t('With Google, you start as a worker.')} />
      <AlternativeAction>
        {rich('Already have an account? <a>Login</a>', { a: (children) => <Link to="/login">{children}</Link> })}
      </AlternativeAction>
    </AccountFrame>
  );
}
