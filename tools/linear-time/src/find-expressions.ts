import ts from 'typescript'

/** A regular expression in the source, `/a+/g`; undefined where it is built from other values. */
export interface FoundExpression {
  expression: string | undefined
  line: number
}

/** What a file has that may take more than linear time. */
export interface Findings {
  expressions: FoundExpression[]
  /** Calls that sort marks or compare by collation, in time that grows with the square of a run of marks. */
  slowCalls: { name: string; line: number }[]
}

const SLOW_CALLS = new Set(['normalize', 'localeCompare'])

/** Finds every regular expression literal and `RegExp(...)` of a file, and calls of `normalize` and `localeCompare`. */
export function findExpressions(file: string, text: string): Findings {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Findings = { expressions: [], slowCalls: [] }
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1

  function visit(node: ts.Node): void {
    if (ts.isRegularExpressionLiteral(node)) {
      found.expressions.push({ expression: node.text, line: lineOf(node) })
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      found.expressions.push({ expression: literal(node), line: lineOf(node) })
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const name = node.expression.name.text
      if (SLOW_CALLS.has(name)) found.slowCalls.push({ name, line: lineOf(node.expression.name) })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

function literal({
  arguments: given = [],
}: {
  arguments?: Iterable<ts.Node> | undefined
}): string | undefined {
  const values = [...given].map((node) => (ts.isStringLiteralLike(node) ? node.text : undefined))
  if (values.length === 0 || values.includes(undefined)) return undefined
  return String(new RegExp(values[0]!, values[1]))
}
