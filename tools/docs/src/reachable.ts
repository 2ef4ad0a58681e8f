import type { Checkout } from './checkout.ts'
import { linksIn } from './links.ts'

/** Where a reader starts. */
const STARTS = ['README.md', 'docs/README.md']
// Input of tests.
const NO_DOCUMENT = /\/fixtures\//

/** The documents that no chain of links from README.md reaches. */
export function checkReachable({ files, read }: Checkout): string[] {
  const documents = new Set(files.filter((file) => file.endsWith('.md') && !NO_DOCUMENT.test(file)))
  const waiting = STARTS.filter((file) => documents.delete(file))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const targets = read(file)
      .split('\n')
      .flatMap((line) => linksIn(file!, line))
      .flatMap(({ path }) => [path, `${path}/README.md`])
    waiting.push(...targets.filter((target) => documents.delete(target)))
  }
  return [...documents].map((file) => `${file}:1: no chain of links from ${STARTS[0]} leads here`)
}
