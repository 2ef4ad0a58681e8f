import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The expressions that modules build with `RegExp(...)` when they are imported, by the file and line of the call. */
export async function builtExpressions(root: string, files: string[]): Promise<Map<string, string[]>> {
  const built = new Map<string, string[]>()
  const original = globalThis.RegExp
  const base = pathToFileURL(root).href
  globalThis.RegExp = new Proxy(original, {
    construct(target, given, newTarget) {
      const expression = Reflect.construct(target, given, newTarget) as RegExp
      const caller = new Error().stack?.split('\n')[2] ?? ''
      const [, url = '', line = ''] = /(file:\/\/[^)\s]+?):(\d+):\d+\)?$/.exec(caller) ?? []
      if (url.startsWith(base)) {
        const place = `${relative(root, fileURLToPath(url))}:${line}`
        built.set(place, [...(built.get(place) ?? []), String(expression)])
      }
      return expression
    },
  })
  try {
    for (const file of files) await import(pathToFileURL(`${root}/${file}`).href)
  } finally {
    globalThis.RegExp = original
  }
  return built
}
