/** Valid targets of citations: files, and the rules and headings of documents. */
export interface Citable {
  /** Path in the repository, with `/`. */
  files: ReadonlySet<string>;
  /** `P-3.4`, `D-2.1`, `I4`; and `P-3`, `D-2` for whole sections. */
  rules: ReadonlySet<string>;
  /** Heading anchors of each Markdown file. */
  anchors: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A rule is defined by a list item of product.md or design.md that begins with its number in bold. */
const DEFINITION = /^- \*\*((?:[PD]-\d+\.\d+)|I\d+)\*\*/gm;

export const definitionsIn = (markdown: string): string[] =>
  [...markdown.matchAll(DEFINITION)].map(([, rule = '']) => rule);

/** GitHub's anchor of a heading, simplified for the headings of this repository. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const anchorsIn = (markdown: string): Set<string> =>
  new Set([...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

export const citableOf = (texts: ReadonlyMap<string, string>, files: Iterable<string>): Citable => {
  const rules = ['docs/product.md', 'docs/design.md'].flatMap((page) => definitionsIn(texts.get(page) ?? ''));
  return {
    files: new Set(files),
    rules: new Set(rules.flatMap((rule) => [rule, rule.split('.')[0] as string])),
    anchors: new Map(
      [...texts].filter(([path]) => path.endsWith('.md')).map(([path, text]) => [path, anchorsIn(text)]),
    ),
  };
};

const RULE = /(?<![\w/+-])(?:[PD]-\d+(?:\.\d+)?|I[1-9]\d?)(?![\w/+-])/g;
const DECISION = /\bADR (\d+)(?:\]\((?:[\w./]*\/)?(\d{4})-)?/g;
/** Except within a URL of another site. */
const DOCUMENT = /(?<![\w./-])docs\/[\w./-]*\w/g;
const MARKDOWN_NAME = /(?<![\w/.-])[\w-]+\.md\b/g;
/** `docs/page.md, "Heading"`. */
const HEADING = /((?:docs\/[\w./-]+|CONTRIBUTING|README)\.md), "([^"]+)"/g;
/** A path in backticks; paths with a placeholder do not match. */
const PATH = /`((?:bench|docker|gateway|mf-[a-z]+|packages|scripts|services|shell|tests)\/[\w./-]+)`/g;
const LINK = /\]\(([^)\s]+)\)/g;
/** Patterns of citations of documents outside the repository. */
const OUTSIDE = [
  /\b(?:SPEC|DESIGN|FEATURES)\b/g,
  /\bthe spec(?:ification)?(?:['’]s)?\b/gi,
  // `RFC n, section n` cites a standard.
  /(?<!\[)(?<!RFC \d+,? )\bsection \d+/gi,
];

const exists = ({ files }: Citable, path: string): boolean => {
  const bare = path.replace(/\/$/, '');
  if (files.has(bare)) return true;
  const isDecision = /^docs\/adr\/\d{4}$/.test(bare);
  return [...files].some((file) => file.startsWith(isDecision ? `${bare}-` : `${bare}/`));
};

/** A path below an unknown top folder is an example, not a citation. */
const isInRepository = (citable: Citable, path: string): boolean => exists(citable, path.split('/')[0] as string);

const resolveFrom = (file: string, target: string): string => {
  const parts = target.startsWith('/') ? [] : file.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
};

const linkFault = (citable: Citable, file: string, link: string): boolean => {
  if (/^[a-z]+:/.test(link)) return false;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : resolveFrom(file, path);
  if (!exists(citable, target)) return true;
  return anchor !== undefined && !citable.anchors.get(target)?.has(anchor);
};

/** Citations of `text` whose target does not exist in the repository. */
export const brokenCitations = (citable: Citable, file: string, text: string): string[] => {
  const broken: string[] = [];
  for (const [rule] of text.matchAll(RULE)) if (!citable.rules.has(rule)) broken.push(rule);
  for (const [cited, number = '', linked] of text.matchAll(DECISION)) {
    const padded = number.padStart(4, '0');
    if (!exists(citable, `docs/adr/${padded}`) || (linked && linked !== padded)) broken.push(cited);
  }
  for (const [path] of text.matchAll(DOCUMENT)) if (!exists(citable, path)) broken.push(path);
  for (const [name] of text.matchAll(MARKDOWN_NAME))
    if (![...citable.anchors.keys()].some((path) => path.split('/').at(-1) === name)) broken.push(name);
  for (const [cited, page = '', heading = ''] of text.matchAll(HEADING))
    if (!citable.anchors.get(page)?.has(anchorOf(heading))) broken.push(cited);
  for (const outside of OUTSIDE) broken.push(...(text.match(outside) ?? []));
  if (!file.endsWith('.md')) return broken;
  for (const [, path = ''] of text.matchAll(PATH))
    if (isInRepository(citable, path) && !exists(citable, path)) broken.push(path);
  for (const [, link = ''] of text.matchAll(LINK)) if (linkFault(citable, file, link)) broken.push(link);
  return broken;
};
