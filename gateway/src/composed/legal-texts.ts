import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { LEGAL_DOCUMENTS, type LegalDocument, type LegalText } from '@piecework/contracts';
import { DEFAULT_LEGAL_TEXTS, LEGAL_LANGUAGES, type LegalLanguage } from '@piecework/texts/legal-texts';
import { type MarkedToken, marked, type Token } from 'marked';

type Given = Pick<Settings, 'legalDir' | 'operatorName' | 'supportEmail'>;

const fileOf = (document: LegalDocument, language: LegalLanguage): string =>
  language === 'en' ? `${document}.md` : `${document}.${language}.md`;

/** Names of the operator's files. A folder without any, or a translation without its English text, is a mistake. */
const filesIn = (folder: string | undefined): ReadonlySet<string> => {
  if (folder === undefined) return new Set();
  let files: Set<string>;
  try {
    files = new Set(readdirSync(folder));
  } catch (error) {
    throw new OperatorError(`LEGAL_DIR: ${folder} can’t be read.`, { cause: error });
  }
  const originals = LEGAL_DOCUMENTS.map((document) => fileOf(document, 'en'));
  if (!originals.some((file) => files.has(file)))
    throw new OperatorError(`LEGAL_DIR: ${folder} has none of ${originals.join(', ')}.`);
  for (const document of LEGAL_DOCUMENTS)
    for (const language of LEGAL_LANGUAGES)
      if (files.has(fileOf(document, language)) && !files.has(fileOf(document, 'en')))
        throw new OperatorError(
          `LEGAL_DIR: ${folder} has ${fileOf(document, language)}, but no ${fileOf(document, 'en')}.`,
        );
  return files;
};

/** A text of the operator replaces the default one in all languages. */
const sourceOf = (
  document: LegalDocument,
  language: LegalLanguage,
  legalDir: string | undefined,
  files: ReadonlySet<string>,
) => {
  const file = fileOf(document, language);
  if (legalDir === undefined || !files.has(fileOf(document, 'en')))
    return { name: `the default ${file}`, markdown: DEFAULT_LEGAL_TEXTS[language][document] };
  const path = join(legalDir, file);
  return files.has(file) ? { name: path, markdown: readFileSync(path, 'utf8') } : undefined;
};

const plain = (tokens: readonly Token[] | undefined): string =>
  ((tokens as readonly MarkedToken[] | undefined) ?? [])
    .map((token) => {
      if (token.type === 'br') return '\n';
      const text = 'tokens' in token && token.tokens ? plain(token.tokens) : 'text' in token ? token.text : '';
      const isShown = token.type !== 'link' || token.href === text || token.href === `mailto:${text}`;
      return isShown ? text : `${text} (${token.href})`;
    })
    .join('');

const blockOf = (token: MarkedToken, name: string): LegalText['blocks'] => {
  switch (token.type) {
    case 'space':
    case 'hr':
      return [];
    case 'heading':
      return [{ kind: 'heading', text: plain(token.tokens) }];
    case 'paragraph':
      return [{ kind: 'text', text: plain(token.tokens) }];
    case 'list':
      return [{ kind: 'list', items: token.items.map(({ tokens }) => plain(tokens)) }];
    default:
      throw new OperatorError(
        `${name} has "${token.raw.slice(0, 40)}": only headings, paragraphs and lists are shown.`,
      );
  }
};

const VERSION = /^Version: (\d{4}-\d{2}-\d{2})\s*\n/;

const parse = (
  document: LegalDocument,
  language: LegalLanguage,
  { name, markdown }: { name: string; markdown: string },
  given: Given,
): LegalText => {
  const version = VERSION.exec(markdown)?.[1];
  if (!version) throw new OperatorError(`${name} must begin with a line like "Version: 2026-11-30".`);
  const filled = markdown
    .replace(VERSION, '')
    .replaceAll('{operator}', given.operatorName)
    .replaceAll('{contact}', given.supportEmail ?? given.operatorName);
  const [title, ...blocks] = marked.lexer(filled).flatMap((token) => blockOf(token as MarkedToken, name));
  if (title?.kind !== 'heading')
    throw new OperatorError(`${name} must have a title, "# ${document}", below its version.`);
  return { document, language, version, title: title.text, blocks };
};

/** Read once, at the start. @throws {OperatorError} for a folder that cannot be meant, and a text without a version or a title */
export const readLegalTexts = (given: Given) => {
  const texts = new Map<string, LegalText>();
  const files = filesIn(given.legalDir);
  for (const document of LEGAL_DOCUMENTS)
    for (const language of LEGAL_LANGUAGES) {
      const source = sourceOf(document, language, given.legalDir, files);
      if (source) texts.set(`${document} ${language}`, parse(document, language, source, given));
    }
  const textOf = (document: LegalDocument, language: LegalLanguage = 'en'): LegalText => {
    const text = texts.get(`${document} ${language}`) ?? texts.get(`${document} en`);
    if (!text) throw new Error(`no text: ${document}`);
    return text;
  };
  const versions = (['terms', 'privacy'] as const).map((document) => textOf(document).version);
  return { textOf, termsVersion: versions.sort().at(-1) as string };
};
