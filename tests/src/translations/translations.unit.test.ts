import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteManifest } from '@piecework/web-kit';
import { banglaFaults } from './bangla-faults';
import { CATALOGUES, catalogueOf, ROOT, sourceFiles } from './catalogues';
import { catalogueFaults, readCatalogue, readTexts, type Sources, textFinder } from './read-texts';

const SERVER_TEXTS = 'packages/texts';
const SCREENS = CATALOGUES.filter((workspace) => workspace !== SERVER_TEXTS);
const BANGLA = /[\u0980-\u09ff]/;

/** Names, and what is spelled the same in Bangla. */
const NAMES: ReadonlySet<string> = new Set(['Piecework', 'Google', 'English']);

const NOT_SHOWN =
  /\.test\.tsx?$|\/(testing|fixtures)\/|\/(bn|all-bn|standalone-bn)\.ts$|\/manifest\.mjs$|\/tokens\.ts$|\.d\.ts$/;
const files = sourceFiles.filter((path) => /\.(tsx?|mjs)$/.test(path) && !NOT_SHOWN.test(path));
const sourcesOf = (...folders: string[]): Sources =>
  Object.fromEntries(
    files
      .filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  );

/** Texts of the server and of contracts, which `translated` finds without a literal in the workspace. */
const isOfServer = textFinder(
  sourcesOf('packages/contracts', 'packages/texts', 'packages/http', 'packages/domain', 'gateway', 'services'),
);

/** Loaded with every other one. */
const ofServer = catalogueOf(SERVER_TEXTS);

describe.each(SCREENS)('%s', (workspace) => {
  const { keys, faults } = readTexts(sourcesOf(workspace), NAMES);
  const catalogue = catalogueOf(workspace);

  test('has no text that is not translated, or translated too early', () => {
    expect(faults).toEqual([]);
  });
  test('has all its texts in Bangla', () => {
    expect([...keys].filter(([key]) => !catalogue.has(key)).map((used) => used.join(' at '))).toEqual([]);
  });
  test('has no translation that it does not use', () => {
    const isUnused = (key: string) => !keys.has(key) && (ofServer.has(key) || !isOfServer(key));
    expect([...catalogue.keys()].filter(isUnused)).toEqual([]);
  });
});

test.each(CATALOGUES)('the Bangla of %s fits its English', (workspace) => {
  expect(catalogueFaults(catalogueOf(workspace), BANGLA, NAMES)).toEqual([]);
});

test.each(CATALOGUES)('the Bangla of %s has no known fault', (workspace) => {
  expect(banglaFaults(catalogueOf(workspace))).toEqual([]);
});

describe.each(['mf-public', 'mf-worker'])('the manifest of %s', (remote) => {
  let manifest: RemoteManifest;
  beforeAll(async () => {
    ({ manifest } = await import(`${ROOT}/${remote}/src/manifest.mjs`));
  });
  const bangla = () => new Map(Object.entries(manifest.texts?.bn ?? {}));

  test('has its title and its menu in Bangla, and nothing else', () => {
    const labels = manifest.menu.flatMap(({ label, short }) => [label, ...(short ? [short] : [])]);
    expect([...bangla().keys()].sort()).toEqual([...new Set([manifest.title, ...labels])].sort());
    expect(catalogueFaults(bangla(), BANGLA, NAMES)).toEqual([]);
  });
  test('says the same as the catalogue of the remote', () => {
    const catalogue = catalogueOf(remote);
    expect([...bangla()].filter(([key, text]) => (catalogue.get(key) ?? text) !== text)).toEqual([]);
  });
});

test('a text has one translation in all catalogues: the last one loaded replaces the others', () => {
  const all = new Map<string, Set<string>>();
  for (const workspace of CATALOGUES)
    for (const [key, text] of catalogueOf(workspace)) all.set(key, (all.get(key) ?? new Set()).add(text));
  expect([...all].filter(([, texts]) => texts.size > 1).map(([key, texts]) => [key, ...texts])).toEqual([]);
});

test('packages/texts translates only texts of the server', () => {
  expect([...ofServer.keys()].filter((key) => !isOfServer(key))).toEqual([]);
});

describe('the check of the sources', () => {
  const faultsIn = (source: string) =>
    readTexts({ 'a.tsx': `import { msg, plural, rich, t, translated } from '@piecework/i18n';\n${source}` }, NAMES)
      .faults;

  test.each([
    ["const A = () => <p>{t('Home')}</p>;"],
    ["const A = ({ n }: P) => <p title={plural(n, '{count} task', '{count} tasks')}>1 / {n} –</p>;"],
    ["const ITEMS = [{ label: msg('Home') }];"],
    ["const A = () => <Failure title={t('Gone')} icon='alert' onRetry={() => t('Again')} />;"],
    ["class A { title = t('Home'); }"],
    ['const A = () => <p>Piecework</p>;'],
    ["const A = () => <p className={isOpen ? 'open' : 'closed'}>{state === 'ready' && <B />}</p>;"],
  ])('accepts %s', (source) => {
    expect(faultsIn(source)).toEqual([]);
  });

  test.each([
    ['a text in JSX', 'const A = () => <p>Hello</p>;', 'a text is not translated: Hello'],
    ['a text in braces', "const A = () => <p>{isOpen ? 'Close' : t('Open')}</p>;", 'a text is not translated: Close'],
    ['an attribute', 'const A = () => <img alt="A cat" />;', 'alt is not translated: A cat'],
    ['a template', `const A = () => <B aria-label={\`Delete \${name}\`} />;`, 'aria-label is not translated: Delete'],
    ['a fallback', "const A = () => <B label={name ?? 'Unnamed'} />;", 'label is not translated: Unnamed'],
    ['a property', "const COLUMNS = [{ head: 'Date' }];", 'head is not translated: Date'],
    ['a page title', "const A = () => usePageTitle('Home');", 'an argument is not translated: Home'],
    ['a variable', 'const A = () => t(label);', 'the text of t is not a literal'],
    ['a sum', "const A = () => rich('Read ' + name, {});", 'the text of rich is not a literal'],
    [
      'one form that is a variable',
      "const A = () => plural(2, one, '{count} tasks');",
      'the text of plural is not a literal',
    ],
    ['a constant', "const LABEL = t('Home');", 't is called when the module is loaded, before the catalogue'],
    [
      'an option list',
      'const LIST = NAMES.length && translated(NAMES[0]);',
      'translated is called when the module is loaded, before the catalogue',
    ],
    [
      'a static field',
      "class A { static title = t('Home'); }",
      't is called when the module is loaded, before the catalogue',
    ],
  ])('refuses %s', (_, source, fault) => {
    expect(faultsIn(source)).toEqual([`a.tsx:2 ${fault}`]);
  });

  test('finds the keys, under every name', () => {
    const source =
      "import { t as say, plural, msg } from '@piecework/i18n';\nconst A = () => [say('A'), plural(1, 'B', 'Bs'), { c: msg('C') }, t('D')];";
    expect([...readTexts({ 'a.ts': source }).keys]).toEqual([
      ['A', 'a.ts:2'],
      ['Bs', 'a.ts:2'],
      ['C', 'a.ts:2'],
    ]);
  });
});

describe('the check of the catalogues', () => {
  const faultsOf = (source: string) => catalogueFaults(readCatalogue('bn.ts', source), BANGLA, NAMES);

  test('accepts translations and names', () => {
    const source =
      "export default { Home: 'হোম', Piecework: 'Piecework', '{time} UTC': '{time} UTC', 'Read <a>it</a>': '<a>এটি</a> পড়ুন' };";
    expect(faultsOf(source)).toEqual([]);
  });
  test.each([
    ["{ 'Pay {coins}': '{coin} দিন' }", 'other placeholders or tags: Pay {coins} → {coin} দিন'],
    ["{ 'Read <a>it</a>': 'এটি পড়ুন' }", 'other placeholders or tags: Read <a>it</a> → এটি পড়ুন'],
    ["{ Home: 'Home' }", 'not translated: Home → Home'],
    ["{ Home: '' }", 'not translated: Home → '],
  ])('refuses %s', (source, fault) => {
    expect(faultsOf(`export default ${source};`)).toEqual([fault]);
  });
  test.each([
    ["{ 'for {email}': '{email}-এর জন্য' }", 'a suffix is glued to a value'],
    ["{ 'in {time}': '{time}ের মধ্যে' }", 'a suffix is glued to a value'],
    ["{ 'See /docs': '/docs-এ দেখুন' }", 'a suffix is glued to code'],
    ["{ 'One of {most} MB': 'সর্বোচ্চ {most} MB-এর একটি' }", 'a suffix is glued to code'],
    ["{ '24 hours': '24 ঘণ্টা' }", 'Latin digits'],
    ["{ '{coins} coins more': 'টাকা তুলতে আর {coins} কয়েন' }", 'টাকা stands for dollars or coins'],
  ])('refuses %s in Bangla', (source, fault) => {
    const faults = banglaFaults(readCatalogue('bn.ts', `export default ${source};`));
    expect(faults.map((one) => one.split(':')[0])).toEqual([fault]);
  });
  test('accepts classifiers, names, code and money in Bangla', () => {
    const source =
      "export default { '{n} tasks': '{n}টি কাজ', 'API docs': 'API-এর বিবরণ', '{0} MB': '{0} MB', 'Coins as money': 'কয়েন টাকা হিসেবে', 'UTF-8 file': 'UTF-8 ফাইল' };";
    expect(banglaFaults(readCatalogue('bn.ts', source))).toEqual([]);
  });
  test('reads literals only', () => {
    expect(() => readCatalogue('bn.ts', "export default { Home: 'হো' + 'ম' };")).toThrow('is not a literal');
  });
});

test('a text of the server is found by the key with its numbers, and by no other', () => {
  const isFound = textFinder({
    'a.ts': `const a = [\`At most \${MAX} pictures\`, 'Wait 5 minutes', 'Longer than ' + n]; const b = { worker: 1 };`,
  });
  expect(['At most {0} pictures', 'Wait {0} minutes', 'Longer than {0}', 'worker'].filter(isFound)).toHaveLength(4);
  expect(['At most {0} files', 'Wait', '{0}', 'buyer'].filter(isFound)).toEqual([]);
});
