import { join, relative } from 'node:path'
import ts from 'typescript'
import { type Files, readFiles, readManifest, readText, root, text } from './files.ts'

const folder = 'packages/sdk'
const sources = join(root, folder, 'src')

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  isolatedModules: true,
  rewriteRelativeImportExtensions: true,
}

/** The TypeScript SDK as a package: ES modules in `dist/esm`, CommonJS in `dist/cjs`, each with declarations, so that
 * `import` and `require` find types that are true for them. Throws on declarations that cannot be written. */
export function packSdk(): Files {
  const manifest = readManifest(folder)
  const files: Files = new Map([
    ['package.json', text(`${JSON.stringify({ ...manifest, ...entries }, null, 2)}\n`)],
    ['README.md', text(readText(`${folder}/README.md`))],
    ['LICENSE', text(readText(`${folder}/LICENSE`))],
    ['dist/esm/package.json', text('{ "type": "module" }\n')],
    ['dist/cjs/package.json', text('{ "type": "commonjs" }\n')],
  ])
  const program = ts.createProgram([join(sources, 'index.ts')], {
    ...options,
    declaration: true,
    rootDir: sources,
    outDir: '/dist',
  })
  const { diagnostics } = program.emit(undefined, (path, content) => {
    const name = relative('/dist', path)
    files.set(`dist/esm/${name}`, text(content))
    if (name.endsWith('.d.ts')) files.set(`dist/cjs/${name}`, text(content))
  })
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, host))
  for (const name of [...readFiles(`${folder}/src`, /\.ts$/).keys()]) {
    const { outputText } = ts.transpileModule(readText(`${folder}/src/${name}`), {
      compilerOptions: { ...options, module: ts.ModuleKind.CommonJS },
    })
    files.set(`dist/cjs/${name.replace(/ts$/, 'js')}`, text(outputText))
  }
  return files
}

// `main` and `types` are for tools that do not read `exports`: Node before 12 and moduleResolution node10.
const entries = {
  type: 'commonjs',
  sideEffects: false,
  main: './dist/cjs/index.js',
  module: './dist/esm/index.js',
  types: './dist/cjs/index.d.ts',
  exports: {
    '.': {
      import: { types: './dist/esm/index.d.ts', default: './dist/esm/index.js' },
      default: { types: './dist/cjs/index.d.ts', default: './dist/cjs/index.js' },
    },
    './package.json': './package.json',
  },
  files: ['dist'],
}

const host: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
}
