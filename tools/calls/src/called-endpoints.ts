import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { upstreamNames } from '@jobboard/contracts/services'
import ts from 'typescript'
import type { Sources } from './modules.ts'

const CONTRACTS = /^packages\/contracts\/src\//
const INTERNAL = /\/internal\.ts$/

/** The endpoints that files use other than to serve them, to read their schemas or in types: those that they call. An
 * endpoint that several services have counts for each service that the type of its argument allows. `problems` has a line
 * for each use whose service cannot be read from the types. */
export async function calledEndpoints(
  sources: Sources,
  files: ts.SourceFile[],
): Promise<{ endpoints: Set<Endpoint>; problems: string[] }> {
  const uses = files
    .filter((file) => !sources.pathOf(file).startsWith('packages/contracts/'))
    .flatMap((file) => usesIn(sources, file))
  const endpoints = new Set<Endpoint>()
  const problems: string[] = []
  for (const { node, declaredIn, name } of uses) {
    const value: unknown = (await import(pathToFileURL(declaredIn.fileName).href))[name]
    if (isEndpoint(value)) endpoints.add(value)
    if (typeof value !== 'function' || !INTERNAL.test(declaredIn.fileName)) continue
    const services = servicesOf(sources.checker, node)
    if (services === undefined) problems.push(`${placeOf(sources, node)}: ${name} of which service?`)
    for (const service of services ?? []) {
      const endpoint: unknown = value(service)
      if (isEndpoint(endpoint)) endpoints.add(byIdentity(endpoint))
    }
  }
  return { endpoints, problems }
}

/** True for what `endpoint()` declares. */
function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'plane' in value && 'path' in value
}

// A function makes a new value of the same endpoint with each call.
const made = new Map<string, Endpoint>()
function byIdentity(endpoint: Endpoint): Endpoint {
  const key = `${endpoint.service} ${endpoint.name}`
  const first = made.get(key) ?? endpoint
  made.set(key, first)
  return first
}

interface Use {
  node: ts.Identifier
  declaredIn: ts.SourceFile
  name: string
}

function usesIn({ checker, pathOf }: Sources, file: ts.SourceFile): Use[] {
  const uses: Use[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    if (ts.isIdentifier(node)) {
      const symbol = resolved(checker, checker.getSymbolAtLocation(node))
      const declaration = symbol?.valueDeclaration
      const declaredIn = declaration?.getSourceFile()
      const isCall = declaredIn && CONTRACTS.test(pathOf(declaredIn)) && isExported(declaration!)
      if (isCall && !isServed(node) && !readsField(node)) uses.push({ node, declaredIn, name: symbol!.name })
    }
    node.forEachChild(visit)
  }
  visit(file)
  return uses
}

function resolved(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  const isAlias = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0
  return isAlias ? checker.getAliasedSymbol(symbol) : symbol
}

function isExported(declaration: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0
}

/** Within `route(endpoint, action)`, as the first argument. */
function isServed(node: ts.Node): boolean {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    const { parent } = at
    if (ts.isCallExpression(parent) && parent.expression.getText() === 'route')
      return parent.arguments[0] === at
  }
  return false
}

/** `endpoint.body`: a schema, not a call. */
function readsField(node: ts.Node): boolean {
  const whole = wholeName(node)
  return ts.isPropertyAccessExpression(whole.parent) && whole.parent.expression === whole
}

/** `ledger.readBalances` of the identifier `readBalances`. */
function wholeName(node: ts.Node): ts.Node {
  const { parent } = node
  return ts.isPropertyAccessExpression(parent) && parent.name === node ? parent : node
}

function servicesOf(checker: ts.TypeChecker, node: ts.Node): string[] | undefined {
  const whole = wholeName(node)
  const { parent } = whole
  const argument =
    ts.isCallExpression(parent) && parent.expression === whole ? parent.arguments[0] : undefined
  if (!argument) return undefined
  const type = checker.getTypeAtLocation(argument)
  const types = type.isUnion() ? type.types : [type]
  const names = types.map((one) => (one.isStringLiteral() ? one.value : ''))
  return names.every((name) => (upstreamNames as readonly string[]).includes(name)) ? names : undefined
}

function placeOf({ pathOf }: Sources, node: ts.Node): string {
  const file = node.getSourceFile()
  return `${pathOf(file)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}
