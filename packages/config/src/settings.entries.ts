import { z } from 'zod';

/** Comma-separated entries. `parse` returns `[value]`, or `fault(…)` for a wrong entry. */
export const entriesOf = <T>(parse: (entry: string, fault: (message: string) => []) => T[]) =>
  z.string().transform((value, context): T[] => {
    const fault = (message: string): [] => {
      context.addIssue({ code: 'custom', message });
      return [];
    };
    const entries = value.split(',').map((entry) => entry.trim());
    return entries.filter(Boolean).flatMap((entry) => parse(entry, fault));
  });
