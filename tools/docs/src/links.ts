import { posix } from 'node:path'
import type { Checkout } from './checkout.ts'

/** A link to a file of this repository. */
interface Link {
  path: string
  /** Without the `#`; empty for a link to the file as a whole. */
  anchor: string
}

// Pages that the gateway serves: the guides are served beside them.
const SERVED = new Set(['/docs', '/docs/guides', '/docs/changelog', '/openapi.json', '/llms.txt', '/sdk'])
const LINK = /\]\(([^)\s]+)\)/g
/** Where a reader starts. */
const STARTS = ['README.md', 'docs/README.md']

/** The links of one line of a document, but for those that leave the repository or lead to a page of the gateway. */
export function linksIn(file: string, line: string): Link[] {
  return [...line.matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && !SERVED.has(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#')
      return { path: path === '' ? file : posix.join(posix.dirname(file), path).replace(/\/$/, ''), anchor }
    })
}

/** The links to headings that a file does not have, and the documents that no chain of links reaches. */
export function checkLinks({ files, read }: Checkout): string[] {
  const documents = files.filter((file) => file.endsWith('.md') && !file.includes('/fixtures/'))
  const breaches = documents.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        linksIn(file, line)
          .filter(({ path, anchor }) => anchor !== '' && files.includes(path))
          .filter(({ path, anchor }) => !anchorsOf(read(path)).has(anchor))
          .map(({ path, anchor }) => `${file}:${index + 1}: ${path} has no heading #${anchor}`),
      ),
  )
  const unreached = new Set(documents)
  const waiting = STARTS.filter((file) => unreached.delete(file))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const targets = linksIn(file, read(file)).flatMap(({ path }) => [path, `${path}/README.md`])
    waiting.push(...targets.filter((target) => unreached.delete(target)))
  }
  return [
    ...breaches,
    ...[...unreached].map((file) => `${file}:1: no chain of links from README.md leads here`),
  ]
}

/** The anchors of headings as GitHub makes them: `## Spec §4.1` is `#spec-41`. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase())
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  )
}
