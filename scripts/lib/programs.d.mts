/** Path of the first of these programs that exists in PATH, or null. */
export function findProgram(...names: string[]): string | null;
