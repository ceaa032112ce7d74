import ts from 'typescript';

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike;

const isBlank = (text: string): boolean => text.trim() === '';

/** Faults of D-1.12 in a file, each with its line. Blank texts are none: translators leave them. */
export const bareTexts = (checker: ts.TypeChecker, file: ts.SourceFile): string[] => {
  const found: string[] = [];
  const report = (node: ts.Node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${file.fileName}:${line + 1}: ${node.getText(file).trim().replace(/\s+/g, ' ')}`);
  };

  /** Whether React renders a value of the type as text. A type may contain itself. */
  const mayBeText = (type: ts.Type, seen = new Set<ts.Type>()): boolean => {
    if (seen.has(type)) return false;
    seen.add(type);
    if (type.isUnion()) return type.types.some((part) => mayBeText(part, seen));
    if (type.isStringLiteral()) return !isBlank(type.value);
    if (checker.isArrayType(type))
      return checker.getTypeArguments(type as ts.TypeReference).some((part) => mayBeText(part, seen));
    return (type.flags & TEXT) !== 0;
  };

  /** `ReactNode`, which styled components return. */
  const isAnyNode = (type: ts.Type): boolean =>
    type.isUnion() && type.types.some(({ symbol }) => symbol?.name === 'Iterable');

  /** Whether React renders a value of the expression as text. Of `condition && value`, only the value counts. */
  const isText = (node: ts.Expression): boolean => {
    if (ts.isParenthesizedExpression(node)) return isText(node.expression);
    if (ts.isConditionalExpression(node)) return isText(node.whenTrue) || isText(node.whenFalse);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return isText(node.right);
    return mayBeText(checker.getTypeAtLocation(node));
  };

  const isTextChild = (child: ts.JsxChild): boolean => {
    if (ts.isJsxText(child)) return !isBlank(child.text);
    if (ts.isJsxExpression(child)) return child.expression !== undefined && isText(child.expression);
    if (!ts.isJsxElement(child) && !ts.isJsxSelfClosingElement(child)) return false;
    const { tagName } = ts.isJsxElement(child) ? child.openingElement : child;
    return checker
      .getTypeAtLocation(tagName)
      .getCallSignatures()
      .map((signature) => signature.getReturnType())
      .some((type) => !isAnyNode(type) && mayBeText(type));
  };

  const isRendered = (child: ts.JsxChild): boolean =>
    ts.isJsxText(child)
      ? !child.containsOnlyTriviaWhiteSpaces
      : !ts.isJsxExpression(child) || child.expression !== undefined;

  const isArray = (child: ts.JsxChild): boolean =>
    ts.isJsxExpression(child) &&
    child.expression !== undefined &&
    checker.isArrayType(checker.getTypeAtLocation(child.expression));

  const isKept = (node: ts.Node): boolean =>
    ts.isJsxElement(node) &&
    node.openingElement.attributes.properties.some((property) => property.getText(file) === 'translate="no"');

  const visit = (node: ts.Node): void => {
    if (isKept(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const isElement = ts.isJsxElement(node) && node.openingElement.tagName.getText(file) !== 'Fragment';
      const children = node.children.filter(isRendered);
      const isAlone = (child: ts.JsxChild) =>
        children.length === 1 && isElement && (ts.isJsxText(child) || ts.isJsxExpression(child)) && !isArray(child);
      children.filter((child) => !isAlone(child) && isTextChild(child)).forEach(report);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};
