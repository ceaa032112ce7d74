import ts from 'typescript';

/** Path → content. */
export type Sources = Readonly<Record<string, string>>;

const TRANSLATING = ['t', 'plural', 'rich', 'translated'];
const WITH_KEY: Readonly<Record<string, number>> = { t: 0, plural: 1, rich: 0, msg: 0 };

/** JSX attributes, and properties of option lists, columns, menus and dialogs, that people read. */
const READ_BY_PEOPLE =
  /^(label|title|lead|text|hint|note|caption|alt|error|placeholder|head|rowHead|empty|short|noun|question|confirmText|cancelText|close|message|warning|summary|aria-label|aria-description|aria-roledescription|aria-valuetext)$/;
/** Functions whose first argument people read. */
const SHOWING = /^(usePageTitle|announce)$/;

const HAS_WORD = /\p{L}{2}/u;

interface Texts {
  /** Key of the catalogue → where it is used first. */
  keys: Map<string, string>;
  faults: string[];
}

const textOf = (node: ts.Node | undefined): string | undefined =>
  node && ts.isStringLiteralLike(node) ? node.text : undefined;

/** Texts that an expression may have as its value and that are not translated. */
const bareTexts = (node: ts.Node | undefined): string[] => {
  if (!node) return [];
  const text = textOf(node);
  if (text !== undefined) return HAS_WORD.test(text) ? [text] : [];
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    const inner = node.templateSpans.flatMap(({ expression }) => bareTexts(expression));
    return [...parts.filter((part) => HAS_WORD.test(part)), ...inner];
  }
  if (ts.isConditionalExpression(node)) return [...bareTexts(node.whenTrue), ...bareTexts(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return bareTexts(node.right);
    const isValue = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.PlusToken];
    return isValue.includes(kind) ? [...bareTexts(node.left), ...bareTexts(node.right)] : [];
  }
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isJsxExpression(node)
  )
    return bareTexts(node.expression);
  return [];
};

/** Local name → exported name. */
const importedFrom = (file: ts.SourceFile, module: string): Map<string, string> => {
  const names = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || textOf(statement.moduleSpecifier) !== module) continue;
    const named = statement.importClause?.namedBindings;
    if (named && ts.isNamedImports(named))
      for (const { name, propertyName } of named.elements) names.set(name.text, (propertyName ?? name).text);
  }
  return names;
};

const runsAtLoad = (node: ts.Node): boolean => {
  for (let at = node.parent; at; at = at.parent)
    if (ts.isFunctionLike(at) || (ts.isPropertyDeclaration(at) && !ts.getModifiers(at)?.some(isStatic))) return false;
  return true;
};
const isStatic = ({ kind }: ts.Modifier) => kind === ts.SyntaxKind.StaticKeyword;

const parse = (path: string, source: string) =>
  ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true, path.endsWith('x') ? ts.ScriptKind.TSX : undefined);

const visit = (node: ts.Node, each: (node: ts.Node) => void): void => {
  each(node);
  node.forEachChild((child) => visit(child, each));
};

/** @param names texts that stay as they are in every language */
export const readTexts = (sources: Sources, names: ReadonlySet<string> = new Set()): Texts => {
  const keys = new Map<string, string>();
  const faults: string[] = [];
  for (const [path, source] of Object.entries(sources)) {
    const file = parse(path, source);
    const place = (node: ts.Node) => `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    const refuseBare = (node: ts.Node, what: string) => {
      for (const text of bareTexts(node))
        if (!names.has(text.trim())) faults.push(`${place(node)} ${what} is not translated: ${text.trim()}`);
    };
    const imported = importedFrom(file, '@piecework/i18n');
    const readCall = (call: ts.CallExpression) => {
      if (!ts.isIdentifier(call.expression)) return;
      if (SHOWING.test(call.expression.text) && call.arguments[0]) refuseBare(call.arguments[0], 'an argument');
      const name = imported.get(call.expression.text);
      if (!name) return;
      if (TRANSLATING.includes(name) && runsAtLoad(call))
        faults.push(`${place(call)} ${name} is called when the module is loaded, before the catalogue`);
      const index = WITH_KEY[name];
      if (index === undefined) return;
      const literals = name === 'plural' ? [call.arguments[1], call.arguments[2]] : [call.arguments[index]];
      const key = textOf(literals.at(-1));
      if (key === undefined || literals.some((literal) => textOf(literal) === undefined))
        faults.push(`${place(call)} the text of ${name} is not a literal`);
      else if (!keys.has(key)) keys.set(key, place(call));
    };
    visit(file, (node) => {
      if (ts.isCallExpression(node)) readCall(node);
      else if (ts.isJsxText(node)) {
        const text = node.text.trim();
        if (HAS_WORD.test(text) && !names.has(text)) faults.push(`${place(node)} a text is not translated: ${text}`);
      } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) refuseBare(node, 'a text');
      else if (ts.isJsxAttribute(node)) {
        const name = node.name.getText();
        if (READ_BY_PEOPLE.test(name) && node.initializer) refuseBare(node.initializer, name);
      } else if (ts.isPropertyAssignment(node)) {
        const name = ts.isIdentifier(node.name) ? node.name.text : (textOf(node.name) ?? '');
        if (READ_BY_PEOPLE.test(name)) refuseBare(node.initializer, name);
      }
    });
  }
  return { keys, faults };
};

/** The texts of a `bn.ts`: an object of literals. */
export const readCatalogue = (path: string, source: string): Map<string, string> => {
  const texts = new Map<string, string>();
  visit(parse(path, source), (node) => {
    if (!ts.isPropertyAssignment(node)) return;
    const key = ts.isIdentifier(node.name) ? node.name.text : textOf(node.name);
    const text = textOf(node.initializer);
    if (key === undefined || text === undefined) throw new Error(`${path}: ${node.getText()} is not a literal`);
    texts.set(key, text);
  });
  return texts;
};

const marksOf = (text: string) => [...new Set(text.match(/\{\w+\}|<\/?\w+>/g) ?? [])].sort().join(' ');
const withoutMarks = (text: string) => text.replace(/\{\w+\}|<\/?\w+>/g, '');

/** Abbreviations in capitals are the same in every language. */
const isEnglish = (text: string, script: RegExp, names: ReadonlySet<string>): boolean =>
  !script.test(text) && !names.has(text) && /\p{Ll}{2}/u.test(withoutMarks(text));

/** @param script letters of the language */
export const catalogueFaults = (
  texts: ReadonlyMap<string, string>,
  script: RegExp,
  names: ReadonlySet<string>,
): string[] =>
  [...texts].flatMap(([key, text]) => [
    ...(marksOf(key) === marksOf(text) ? [] : [`other placeholders or tags: ${key} → ${text}`]),
    ...(text.trim() === '' || isEnglish(text, script, names) ? [`not translated: ${key} → ${text}`] : []),
  ]);

/** A number or a value in a text of the server. */
const HOLE = '\0';

const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

/** A literal, a template or a sum of both as one text, with holes for the values. */
const withHoles = (node: ts.Expression): string => {
  const text = textOf(node);
  if (text !== undefined) return text.replace(/\d[\d,.]*\d|\d/g, HOLE);
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce((all, { literal }) => all + HOLE + literal.text, node.head.text);
  return isSum(node) ? withHoles(node.left) + withHoles(node.right) : HOLE;
};

const textsWithHoles = (sources: Sources): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const [path, source] of Object.entries(sources))
    visit(parse(path, source), (node) => {
      if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) found.add(node.name.text);
      if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node) && !isSum(node)) return;
      const text = withHoles(node);
      // The facts of a record are shown one by one.
      for (const part of [text, ...text.split(' · ')]) if (HAS_WORD.test(part)) found.add(part);
    });
  return found;
};

/** @returns whether a key of `translated` stands for a text that the sources contain anywhere */
export const textFinder = (sources: Sources): ((key: string) => boolean) => {
  const texts = textsWithHoles(sources);
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const patterns = [...texts]
    .filter((text) => text.includes(HOLE))
    .map((text) => {
      const parts = text.split(HOLE);
      const [longest = ''] = parts.toSorted((a, b) => b.length - a.length);
      return { longest, pattern: new RegExp(`^${parts.map(escaped).join('.+')}$`, 'u') };
    });
  // Most patterns are not tried: matching all of them takes minutes.
  return (key) => texts.has(key) || patterns.some(({ longest, pattern }) => key.includes(longest) && pattern.test(key));
};
