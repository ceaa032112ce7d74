import { latinDigits } from '@piecework/contracts/text';

type Order = 'day-first' | 'month-first';

const NAMES = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];
/** Spreadsheets may add the time of midnight. */
const MIDNIGHT = /[T ]+0?0:00(?::00(?:\.0+)?)?Z?$/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/;
const DAY_NAMED_MONTH = /^(\d{1,2})[- ]([a-z]{3,9})\.?[- ,]+(\d{4}|\d{2})$/i;
const NAMED_MONTH_DAY = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i;

const two = (part: number | string) => String(part).padStart(2, '0');
const fullYear = (year: string) => (year.length === 2 ? `20${year}` : year);

/** A day as the server writes it, or undefined when the calendar has none such. */
const dayOf = (year: string, month: number, day: number): string | undefined => {
  const iso = `${fullYear(year)}-${two(month)}-${two(day)}`;
  const time = Date.parse(iso);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : undefined;
};
const monthOf = (name: string) => {
  const start = name.toLowerCase().replace(/^sept$/, 'sep');
  return NAMES.findIndex((month) => month.toLowerCase().startsWith(start)) + 1;
};

interface NumericDate {
  first: number;
  second: number;
  year: string;
}
const plain = (cell: string) => latinDigits(cell).trim().replace(MIDNIGHT, '');
const numericOf = (cell: string): NumericDate | undefined => {
  const [, first, second, year] = YEAR_LAST.exec(plain(cell)) ?? [];
  return year === undefined ? undefined : { first: Number(first), second: Number(second), year };
};
const readIn = ({ first, second, year }: NumericDate, order: Order) =>
  order === 'day-first' ? dayOf(year, second, first) : dayOf(year, first, second);

const readPlain = (cell: string): string | undefined => {
  const [, year = '', month = '', day = ''] = YEAR_FIRST.exec(cell) ?? [];
  if (year) return dayOf(year, Number(month), Number(day));
  const [, dayBefore = '', named = '', yearBehind = ''] = DAY_NAMED_MONTH.exec(cell) ?? [];
  if (named) return dayOf(yearBehind, monthOf(named), Number(dayBefore));
  const [, name = '', dayBehind = '', yearLast = ''] = NAMED_MONTH_DAY.exec(cell) ?? [];
  return name ? dayOf(yearLast, monthOf(name), Number(dayBehind)) : undefined;
};

const FORMAT = 'Completion Date must be a date like 2026-12-31';
const inWords = (iso: string) => {
  const [year, month, day] = iso.split('-');
  return `${Number(day)} ${NAMES[Number(month) - 1]} ${year}`;
};

type ReadDay = { day: string } | { fault: string };

/** A reader for the dates of one file: one order of day and month holds for all of them, which a part above 12 shows. */
export const createDayReader = (cells: readonly string[]): ((cell: string) => ReadDay) => {
  const dates = cells.flatMap((cell) => numericOf(cell) ?? []);
  const isDayFirst = dates.some(({ first, second }) => first > 12 && second <= 12);
  const isMonthFirst = dates.some(({ first, second }) => second > 12 && first <= 12);
  return (cell) => {
    const date = numericOf(cell);
    if (!date) {
      const day = readPlain(plain(cell));
      return day === undefined ? { fault: FORMAT } : { day };
    }
    const [dayFirst, monthFirst] = [readIn(date, 'day-first'), readIn(date, 'month-first')];
    if (isDayFirst && isMonthFirst)
      return {
        fault:
          'Completion Date: some dates in the file start with the day, others with the month. Write them like 2026-12-31',
      };
    const day = isDayFirst ? dayFirst : isMonthFirst ? monthFirst : dayFirst === monthFirst ? dayFirst : undefined;
    if (day !== undefined) return { day };
    if (dayFirst === undefined || monthFirst === undefined) return { fault: FORMAT };
    return {
      fault: `Completion Date can be ${inWords(dayFirst)} or ${inWords(monthFirst)}: write ${dayFirst} or ${monthFirst}`,
    };
  };
};
