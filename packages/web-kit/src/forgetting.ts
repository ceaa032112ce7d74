/** What is kept of a person beside the session, and goes with them: modules that are loaded later add themselves. */
const keepers = new Set<() => void>();

export const onForget = (forget: () => void): void => {
  keepers.add(forget);
};
export const forgetAll = (): void => {
  for (const forget of keepers) forget();
};
