import { MAX_JSON_KIBIBYTES } from '@piecework/contracts';

export const DESCRIPTION = `A marketplace of small tasks: buyers post tasks and pay in coins, workers do them and withdraw the coins as money.

**How to sign in.** There are two kinds of token, both sent as \`Authorization: Bearer …\`:

1. Get an **identity token**, which proves an email: \`idToken\` of \`POST /identity/sign-up\` or \`POST /identity/sign-in\`, or Firebase's where \`GET /config\` says \`"identity": "firebase"\`.
2. Register once: \`POST /users\` with the identity token and a role. Answers 200 when the email is already registered.
3. Exchange it: \`POST /jwt\` with the identity token and its email answers \`token\`, the **access token**, which every other call takes for one hour.
4. When a call answers 401 \`token-expired\`, get a new identity token by \`POST /identity/refresh\` (it replaces the refresh token) and exchange it again.

Send \`POST /users\` before or beside \`POST /jwt\`: operations that need an account refuse an access token without a registered user (403 \`not-registered\`).

**API keys.** A program of a buyer needs no sign-in: it sends a key, made with \`POST /api-keys\` or on the page "API keys" of the account menu, as \`Authorization: Bearer pw_…\`. It acts as the buyer on the operations whose security lists \`apiKey\`.

**Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`, a \`message\` to show to a person, and for \`validation\` one entry per field in \`errors\`. Every operation lists the codes that it answers.

**Requests.** JSON of at most ${MAX_JSON_KIBIBYTES} KiB. Unknown and derived fields are ignored. Texts are trimmed. Whole numbers may also be decimal strings, as HTML forms send them. \`x-also\` beside a schema describes checks that a schema cannot express; \`x-roles\` lists the roles that may call, or, beside a parameter, those that may give it.

**Lists** take \`limit\` and \`offset\`. \`X-Total-Count\` is the number of matching rows; a list that is truncated because of its size has a \`Link\` to the rest. **Limits**: 429 and 503 have \`Retry-After\`, the seconds to wait. Operations that create something take an \`Idempotency-Key\`, so that a repeated call has no second effect.`;

export const CREDENTIALS = {
  accessToken: 'From `POST /jwt`; valid for one hour.',
  apiKey:
    'Of a buyer, from `POST /api-keys`; valid until it is revoked. Only where it is listed: elsewhere 403 `key-not-allowed`.',
  identityToken: 'From `/identity/*` or the identity provider; proves an email.',
};
