import { posix } from 'node:path'
import type { Checkout } from './checkout.ts'
import { suggestion } from './nearest.ts'

/** A link to a file of this repository. */
interface Link {
  path: string
  /** Without the `#`; empty for a link to the file as a whole. */
  anchor: string
}

// Pages that the gateway serves: the guides are served beside them.
const SERVED = new Set(['/docs', '/docs/guides', '/docs/changelog', '/openapi.json', '/llms.txt', '/sdk'])

const LINK = /\]\(([^)\s]+)\)/g

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

/** The links of these documents to headings that do not exist in a file that does. */
export function checkAnchors(checkout: Checkout, documents: readonly string[]): string[] {
  return documents.flatMap((file) =>
    checkout
      .read(file)
      .split('\n')
      .flatMap((line, index) =>
        linksIn(file, line)
          .filter(({ path, anchor }) => anchor !== '' && checkout.files.includes(path))
          .flatMap(({ path, anchor }) => {
            const anchors = anchorsOf(checkout.read(path))
            if (anchors.has(anchor)) return []
            return [`${file}:${index + 1}: ${path} has no heading #${anchor}${suggestion(anchor, anchors)}`]
          }),
      ),
  )
}

/** The anchors of headings as GitHub makes them: `## Spec §4.1` is `#spec-41`. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  )
}
