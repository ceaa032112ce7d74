/** Where the first of these programs lies in PATH that there is, or null. */
export function findProgram(...names: string[]): string | null;
