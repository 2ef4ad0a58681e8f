import { join, relative } from 'node:path'
import ts from 'typescript'

/** The sources of the services and packages with their types. */
export interface Sources {
  program: ts.Program
  checker: ts.TypeChecker
  /** The path of a file from the root of the repository. */
  pathOf(file: ts.SourceFile): string
}

/** What a file imports that calls the `fetch` of the runtime. */
export const GLOBAL_FETCH = 'fetch'

/** What a process loads when it runs. */
export interface Loaded {
  files: ts.SourceFile[]
  /** Every import of a file of the repository or of a package, apart from those of types. */
  imports: Import[]
}

/** One import: the importing file, what it imports (the path of a file, or a name such as `undici`) and the names that it
 * takes from there; no names: all. */
export interface Import {
  from: string
  to: string
  names: string[]
}

/** Reads everything that the main files import; `texts` by path stand in for files of the repository. Throws when a main file
 * does not exist. */
export function readSources(root: string, mains: string[], texts: Record<string, string> = {}): Sources {
  const { config, error } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (file) => relative(root, file) in texts || fileExists(file)
  host.readFile = (file) => texts[relative(root, file)] ?? readFile(file)
  const missing = mains.filter((file) => !host.fileExists(join(root, file)))
  if (missing.length > 0) throw new Error(`${missing.join(', ')}: no such file`)
  const rootNames = mains.map((file) => join(root, file))
  const program = ts.createProgram({ rootNames, options, host })
  return { program, checker: program.getTypeChecker(), pathOf: (file) => relative(root, file.fileName) }
}

/** What a file loads when it runs, also what it imports later. */
export function loadedBy({ program, checker, pathOf }: Sources, main: string): Loaded {
  const first = program.getSourceFiles().find((file) => pathOf(file) === main)
  if (!first) throw new Error(`${main} is not among the sources`)
  const files = new Set([first])
  const imports: Import[] = []
  for (const file of files) {
    if (callsFetch(file)) imports.push({ from: pathOf(file), to: GLOBAL_FETCH, names: [] })
    for (const { specifier, names } of importsOf(file)) {
      const imported = checker.getSymbolAtLocation(specifier)?.declarations?.find(ts.isSourceFile)
      const isOurs = imported && !pathOf(imported).includes('node_modules/')
      if (isOurs) files.add(imported)
      imports.push({ from: pathOf(file), to: isOurs ? pathOf(imported) : specifier.text, names })
    }
  }
  return { files: [...files], imports }
}

interface FoundImport {
  specifier: ts.StringLiteral
  names: string[]
}

function importsOf(file: ts.SourceFile): FoundImport[] {
  const found: FoundImport[] = []
  const add = (specifier: ts.Node | undefined, names: string[] = []) => {
    if (specifier && ts.isStringLiteral(specifier)) found.push({ specifier, names })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const names = namesOf(node)
      if (names) add(node.moduleSpecifier, names)
    } else if (ts.isExportDeclaration(node) && !node.isTypeOnly) add(node.moduleSpecifier)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0])
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** The imported names; none for all of them. Undefined for an import of types. */
function namesOf({ importClause: clause }: ts.ImportDeclaration): string[] | undefined {
  if (!clause) return []
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return undefined
  const { name, namedBindings } = clause
  if (name || !namedBindings || ts.isNamespaceImport(namedBindings)) return []
  const values = namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly)
  return values.length === 0 ? undefined : values.map((one) => (one.propertyName ?? one.name).text)
}

function callsFetch(file: ts.SourceFile): boolean {
  const calls = (node: ts.Node): boolean =>
    (ts.isCallExpression(node) && node.expression.getText() === 'fetch') ||
    (ts.forEachChild(node, (child) => calls(child) || undefined) ?? false)
  return calls(file)
}
