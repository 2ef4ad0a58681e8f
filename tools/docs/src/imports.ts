import type { Checkout } from './checkout.ts'

/** A module of this repository that a line of code imports, and the names it takes. */
interface Import {
  path: string
  names: string[]
}

const IMPORT = /import (?:type )?\{([^}]*)\} from '(?:@jobboard\/([\w-]+)\/([\w/-]+)|\.\/([\w./-]+\.ts))'/g

/** The imports of one line of a code block, but for those relative to a file that is not named. */
export function importsIn({ has }: Checkout, line: string): Import[] {
  return [...line.matchAll(IMPORT)]
    .map(([, list = '', workspace, module, path = '']) => {
      const names = list.split(',').map((name) => name.replace(/^\s*type\s|\sas\s.*$/g, '').trim())
      if (workspace === undefined) return { path, names }
      const files = ['packages', 'services', 'tools'].map(
        (folder) => `${folder}/${workspace}/src/${module}.ts`,
      )
      return { path: files.find(has) ?? files[0]!, names }
    })
    .filter(({ path }) => /^(packages|services|tools)\//.test(path))
}
