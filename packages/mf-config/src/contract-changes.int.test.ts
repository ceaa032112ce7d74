import { changesBetween, versionFault } from './contract-changes.mjs';

const FORMER = `import { useQuery } from '@tanstack/react-query';
import type { Task } from '@piecework/contracts';

export declare const find: (options: Options) => Answer;

declare interface Options {
    query: string;
}

declare interface Answer {
    kind: 'one' | 'many';
}

export declare interface Rows<T extends object> {
    rows: T[];
}

export declare function list<T extends object>(): Rows<T>;

export declare const count: () => Answer;

export { useQuery }

export { }
`;
const contract = (text: string, more = {}) => ({
  version: '1.2.0',
  product: '1.0.0',
  shared: { react: '19.1.0', '@piecework/web-kit': '1.2.0' },
  libraries: { 'react-router-dom': '7.1.0' },
  types: { '.': text, './router': 'export { }\n', './query': 'export { }\n' },
  ...more,
});
const changed = (replacements: readonly (readonly [string, string])[]) => {
  let text = FORMER;
  for (const [code, replacement] of replacements) {
    expect(text).toContain(code);
    text = text.replace(code, replacement);
  }
  return changesBetween(contract(FORMER), contract(text));
};

it('finds no change between equal contracts', () => {
  expect(changesBetween(contract(FORMER), contract(FORMER))).toEqual({ breaks: [], adds: [] });
});

it('takes new exports, optional parameters and further fields of answers as additions', () => {
  const { breaks, adds } = changed([
    ['export { }', 'export declare const more: number;\n\nexport { }'],
    ['query: string;', 'query: string;\n    limit?: number;'],
    ["kind: 'one'", "total: number;\n    kind: 'one'"],
    ['rows: T[];', 'rows: T[];\n    total: number;'],
  ]);
  expect(breaks).toEqual([]);
  expect(adds).toEqual([
    '. exports more',
    '.: find has another type',
    '.: Rows has another type',
    '.: list has another type',
    '.: count has another type',
  ]);
});

it('takes removals, required parameters and new values of answers as breaks', () => {
  const { breaks } = changed([
    ['export { useQuery }\n', ''],
    ['find: (options: Options)', 'find: (options: Options, limit: number)'],
    ["'many'", "'many' | 'none'"],
    ['rows: T[];', 'all: T[];'],
  ]);
  expect(breaks).toEqual([
    '. no longer exports useQuery',
    expect.stringContaining('.: find does not fit code for its former type: Type'),
    expect.stringContaining('.: Rows does not fit'),
    expect.stringContaining('.: list does not fit'),
    expect.stringContaining('.: count does not fit'),
  ]);
});

it('takes the step of a shared package or a library', () => {
  const react = (version: string) => contract(FORMER, { shared: { ...contract(FORMER).shared, react: version } });
  expect(changesBetween(react('19.1.0'), react('19.1.5'))).toEqual({ breaks: [], adds: [] });
  expect(changesBetween(react('19.1.0'), react('19.2.0')).adds).toEqual(['react 19.1.0 becomes 19.2.0']);
  expect(
    changesBetween(contract(FORMER), contract(FORMER, { libraries: { 'react-router-dom': '8.0.0' } })).breaks,
  ).toEqual(['react-router-dom 7.1.0 becomes 8.0.0']);
});

describe('the version', () => {
  const more = FORMER.replace('export { }', 'export declare const more: number;\n\nexport { }');
  const less = FORMER.replace('export { useQuery }\n', '');
  it.each([
    [more, '1.2.0', '1.3.0'],
    [more, '1.2.1', '1.3.0'],
    [less, '1.3.0', '2.0.0'],
  ])('has to follow a change', (text, version, needed) => {
    expect(versionFault(contract(FORMER), contract(text, { version }))).toContain(`need version ${needed}`);
  });
  it.each([
    [FORMER, '1.2.0'],
    [more, '1.3.0'],
    [less, '2.0.0'],
  ])('may follow it', (text, version) => {
    expect(versionFault(contract(FORMER), contract(text, { version }))).toBeUndefined();
  });
});
