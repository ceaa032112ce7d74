export { type Authenticator, createAuthenticator } from './passkeys.fixtures';
export { insecurePasswords } from './passwords.fixtures';
