/** For `rich`. */
export const strong = (children: string) => <strong>{children}</strong>;
