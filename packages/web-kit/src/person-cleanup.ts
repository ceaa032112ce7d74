/** What is kept of a person beside the session, and goes with them: modules that are loaded later add themselves. */
const cleanups = new Set<() => void>();

export const onForgetPerson = (forget: () => void): void => {
  cleanups.add(forget);
};
export const forgetPersonData = (): void => {
  for (const forget of cleanups) forget();
};
