import type { Reply } from '@piecework/http';
import { type FormErrors, type GoogleForm, type GoogleResult, NEW_ACCOUNT } from './google-stand-in';
import type { Account } from './identity';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** Escaping `<` keeps values from closing the script element. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

const STYLE = `
  :root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --line: #8c959f; --back: #fff; --main: #0b57d0; --on-main: #fff; --bad: #b3261e; }
  @media (prefers-color-scheme: dark) {
    :root { --text: #f0f3f6; --soft: #b1bac4; --line: #8b949e; --back: #161b22; --main: #a8c7fa; --on-main: #062e6f; --bad: #ffb4ab; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
  h1 { margin: 0 0 8px; font-size: 24px; }
  p { margin: 0 0 16px; color: var(--soft); }
  fieldset { margin: 0 0 16px; padding: 0; border: 0; }
  legend { padding: 0; margin-bottom: 8px; font-weight: 600; }
  .choice { display: flex; gap: 12px; align-items: center; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; margin-bottom: 8px; overflow-wrap: anywhere; }
  .choice span span { display: block; color: var(--soft); font-size: 14px; }
  .field { margin-bottom: 12px; }
  .field label { display: block; font-weight: 600; }
  .field input { width: 100%; padding: 8px 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px; }
  .error { color: var(--bad); margin: 4px 0 8px; }
  .buttons { display: flex; flex-direction: row-reverse; justify-content: flex-start; gap: 12px; }
  button { padding: 10px 20px; font: inherit; font-weight: 600; border-radius: 20px; border: 1px solid var(--line); color: var(--text); background: transparent; cursor: pointer; }
  button[value="approve"] { color: var(--on-main); background: var(--main); border-color: var(--main); }
  :focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
`;

const htmlReply = (status: number, nonce: string, title: string, body: string): Reply => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    // Required for `postMessage` to an opener of another origin.
    'cross-origin-opener-policy': 'unsafe-none',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`,
});

const radio = (value: string, checked: boolean): string =>
  `<input type="radio" name="account" value="${escapeHtml(value)}"${checked ? ' checked' : ''}>`;

const choice = (account: Account, form: GoogleForm): string =>
  `<label class="choice">${radio(account._id, form.account === account._id)}
<span>${escapeHtml(account.displayName)}<span>${escapeHtml(account.email)}</span></span></label>`;

const errorText = (id: string, error: string | undefined): string =>
  error ? `<p class="error" id="${id}" role="alert">${escapeHtml(error)}</p>` : '';

const field = (
  name: 'email' | 'name',
  label: string,
  type: string,
  form: GoogleForm,
  error: string | undefined,
): string =>
  `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${name}" value="${escapeHtml(form[name])}"${error ? ` aria-invalid="true" aria-describedby="${name}-error"` : ''}>
${errorText(`${name}-error`, error)}</div>`;

const choices = (accounts: readonly Account[], form: GoogleForm, errors: FormErrors): string => `<fieldset>
<legend>Accounts</legend>
${errorText('account-error', errors.account)}
${accounts.map((account) => choice(account, form)).join('\n')}
<label class="choice">${radio(NEW_ACCOUNT, accounts.length === 0 || form.account === NEW_ACCOUNT)} <span>Use another account</span></label>
</fieldset>`;

export const choosePage = (options: {
  nonce: string;
  accounts: readonly Account[];
  form: GoogleForm;
  errors?: FormErrors;
}): Reply => {
  const { nonce, accounts, form, errors = {} } = options;
  return htmlReply(
    options.errors ? 400 : 200,
    nonce,
    'Sign in with Google (stand-in)',
    `<h1>Choose an account</h1>
<p>This page stands in for Google on this installation: it needs no password, and nothing leaves this machine.</p>
<form method="post" novalidate>
<input type="hidden" name="origin" value="${escapeHtml(form.origin)}">
${choices(accounts, form, errors)}
<fieldset>
<legend>Another account</legend>
${field('email', 'Email', 'email', form, errors.email)}
${field('name', 'Name', 'text', form, errors.name)}
</fieldset>
<div class="buttons">
<button name="decision" value="approve">Approve</button>
<button name="decision" value="cancel">Cancel</button>
</div>
</form>`,
  );
};

const SEND_RESULT = `
  const { origin, result } = JSON.parse(document.getElementById('result').textContent);
  if (window.opener) window.opener.postMessage(result, origin);
  window.close();
`;

/** Posts the result to `origin` only. */
export const resultPage = (options: { nonce: string; origin: string; result: GoogleResult }): Reply => {
  const { nonce, origin, result } = options;
  return htmlReply(
    200,
    nonce,
    'Signing in',
    `<h1>Thank you</h1>
<p>You can close this window.</p>
<script type="application/json" id="result">${scriptJson({ origin, result })}</script>
<script nonce="${nonce}">${SEND_RESULT}</script>`,
  );
};
