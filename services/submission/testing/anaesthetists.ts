/**
 * Dawid and Skene, Applied Statistics 28(1), 1979, 20-28: the ratings of 45 patients, classes 1 to 4, by five anaesthetists. The first one rated each
 * patient three times.
 */
const RATINGS = `
  111 1 1 1 1 | 333 4 3 3 4 | 112 2 1 2 2 | 222 3 1 2 1 | 222 3 2 2 2 | 222 3 3 2 2 | 122 2 1 1 1 | 333 3 4 3 3 | 222 2 2 2 3
  232 2 2 2 3 | 444 4 4 4 4 | 222 3 3 4 3 | 111 1 1 1 1 | 222 3 2 1 2 | 121 1 1 1 1 | 111 2 1 1 1 | 111 1 1 1 1 | 111 1 1 1 1
  222 2 2 2 1 | 222 1 3 2 2 | 222 2 2 2 2 | 222 2 2 2 1 | 222 3 2 2 2 | 221 2 2 2 2 | 111 1 1 1 1 | 111 1 1 1 1 | 232 2 2 2 2
  111 1 1 1 1 | 111 1 1 1 1 | 112 1 1 2 1 | 111 1 1 1 1 | 333 3 2 3 3 | 111 1 1 1 1 | 222 2 2 2 2 | 222 3 2 3 2 | 433 4 3 4 3
  221 2 2 3 2 | 232 3 2 3 3 | 333 3 4 3 2 | 111 1 1 1 1 | 111 1 1 1 1 | 121 2 1 1 1 | 232 2 2 2 2 | 121 1 1 1 1 | 222 2 2 2 2`;

export const CLASSES = ['1', '2', '3', '4'];

/** One per rating; patients are numbered from 1. */
export const ratings = RATINGS.split(/[|\n]/)
  .filter((patient) => patient.trim() !== '')
  .flatMap((byAnaesthetist, at) =>
    byAnaesthetist
      .trim()
      .split(' ')
      .flatMap((given, who) =>
        [...given].map((value) => ({ row: at + 1, workerId: `anaesthetist-${who + 1}`, value })),
      ),
  );

/** Shares of the classes, as published. */
export const PUBLISHED_SHARES = [0.4, 0.42, 0.11, 0.07];

/** Class of each patient that the published method finds from the majorities. */
export const EXPECTED_CLASSES = '142222132243121111222222112111131224233111212';

/** The one patient whose class the method leaves open: its second class is as probable as this. */
export const UNCERTAIN = { patient: 35, probability: 0.948 };
