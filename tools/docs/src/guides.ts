import type { Checkout } from './checkout.ts'
import { suggestion } from './nearest.ts'

const FOLDER = 'docs/guides/'
const INDEX = `${FOLDER}index.json`
/** A title, a blank line and one sentence without marks: what the list of guides shows. */
const OPENING = /^# [^\n]+\n\n[^\n#`|-][^\n`]*\.\n\n/

/** What is wrong with the guides for client developers: the index lists other guides than there are, or one does not start
 * with a title and a sentence. */
export function checkGuides({ files, read }: Checkout): { count: number; breaches: string[] } {
  const guides = files
    .filter((file) => file.startsWith(FOLDER) && file.endsWith('.md'))
    .map((file) => file.slice(FOLDER.length, -'.md'.length))
  const listed = files.includes(INDEX) ? (JSON.parse(read(INDEX)) as string[]) : []
  return {
    count: guides.length,
    breaches: [
      ...listed
        .filter((name) => !guides.includes(name))
        .map((name) => `${INDEX}: there is no guide ${name}${suggestion(name, guides)}`),
      ...guides
        .filter((name) => !listed.includes(name))
        .map((name) => `${FOLDER}${name}.md:1: ${INDEX} does not list it`),
      ...guides
        .filter((name) => !OPENING.test(read(`${FOLDER}${name}.md`)))
        .map(
          (name) =>
            `${FOLDER}${name}.md:1: must start with "# Title" and a paragraph of one line that ends with a full stop`,
        ),
    ],
  }
}
