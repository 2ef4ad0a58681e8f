import ts from 'typescript'

/** The titles of the tests in a source text; what a template inserts is `…`. */
export function titlesIn(text: string): string[] {
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(test|it|describe)$/.test(calleeOf(node.expression))) {
      const title = node.arguments[0] && textOf(node.arguments[0])
      if (title !== undefined) titles.push(title)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest))
  return titles
}

// `test` of `test.each(rows)(title, work)`.
function calleeOf(node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return calleeOf(node.expression)
  return ts.isIdentifier(node) ? node.text : ''
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}
