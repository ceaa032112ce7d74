/** Data of a person outside of the session store; each module registers its own cleanup. */
const cleanups = new Set<() => void>();

export const onForgetPerson = (forget: () => void): void => {
  cleanups.add(forget);
};
export const forgetPersonData = (): void => {
  for (const forget of cleanups) forget();
};
