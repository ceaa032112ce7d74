import ts from 'typescript';

interface Term {
  write: string;
  not: readonly string[];
}

/** The table of terms in a document; its head is `| write | for | not |`. */
export const readTerms = (markdown: string): Term[] => {
  const [, rows = ''] = markdown.split('| write | for | not |\n|---|---|---|\n');
  return rows
    .split('\n\n', 1)
    .flatMap((table) => table.trim().split('\n'))
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map(([, write = '', , not = '']) => ({ write, not: not.split(', ').filter(Boolean) }));
};

const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) \//;
/** The descriptions of the API, which programmers read. */
const OF_API = /^'?(describe|entity|summary|description|x-also)'?$/;
/** A single word that is no child of an element may be a code. */
const isCode = (node: ts.Node, text: string) => !ts.isJsxText(node) && /^\S*$/.test(text);

const isDescribing = (call: ts.Node) => {
  if (!ts.isCallExpression(call)) return false;
  const { expression } = call;
  return OF_API.test(ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText());
};

const isHidden = (node: ts.Node): boolean =>
  ts.isTaggedTemplateExpression(node) ||
  ts.isImportDeclaration(node) ||
  (ts.isNewExpression(node) && node.expression.getText() === 'Error') ||
  (ts.isCallExpression(node) && node.expression.getText().startsWith('console.')) ||
  (ts.isPropertyAssignment(node) && OF_API.test(node.name.getText())) ||
  (isDescribing(node.parent) && !ts.isPropertyAccessExpression(node) && !ts.isObjectLiteralExpression(node));

const textOf = (node: ts.Node): string =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isJsxText(node)
    ? node.text
    : '';

/** Phrases in texts of a source for which there is another term. */
export const wrongTerms = (terms: readonly Term[], path: string, source: string): string[] => {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : undefined;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true, kind);
  const rules = terms.flatMap(({ write, not }) =>
    not.map((phrase) => ({ write, pattern: new RegExp(`\\b${phrase.replaceAll(' ', '\\s+')}\\b`, 'i') })),
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isHidden(node)) return;
    const text = textOf(node);
    if (text && !ROUTE.test(text) && !isCode(node, text)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      for (const { write, pattern } of rules) {
        const [phrase] = pattern.exec(text) ?? [];
        if (phrase) found.push(`${path}:${line + 1}: “${phrase}” in place of ${write}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
};
