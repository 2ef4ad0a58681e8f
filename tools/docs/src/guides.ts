import type { Checkout } from './checkout.ts'
import { suggestion } from './nearest.ts'

/** Guides for client developers, and for operators. */
const FOLDERS = ['docs/guides/', 'docs/guides/operators/']
/** A title, a blank line and one sentence without marks: what the list of guides shows. */
const OPENING = /^# [^\n]+\n\n[^\n#`|-][^\n`]*\.\n\n/

/** What is wrong with the guides: the index of a folder lists other guides than there are, or one does not start with a
 * title and a sentence. */
export function checkGuides(checkout: Checkout): { count: number; breaches: string[] } {
  const checked = FOLDERS.map((folder) => checkFolder(checkout, folder))
  return {
    count: checked.reduce((sum, { count }) => sum + count, 0),
    breaches: checked.flatMap(({ breaches }) => breaches),
  }
}

function checkFolder({ files, read }: Checkout, folder: string): { count: number; breaches: string[] } {
  const index = `${folder}index.json`
  const guides = files
    .filter((file) => file.startsWith(folder) && file.endsWith('.md'))
    .map((file) => file.slice(folder.length, -'.md'.length))
    .filter((name) => !name.includes('/'))
  const listed = files.includes(index) ? (JSON.parse(read(index)) as string[]) : []
  return {
    count: guides.length,
    breaches: [
      ...listed
        .filter((name) => !guides.includes(name))
        .map((name) => `${index}: there is no guide ${name}${suggestion(name, guides)}`),
      ...guides
        .filter((name) => !listed.includes(name))
        .map((name) => `${folder}${name}.md:1: ${index} does not list it`),
      ...guides
        .filter((name) => !OPENING.test(read(`${folder}${name}.md`)))
        .map(
          (name) =>
            `${folder}${name}.md:1: must start with "# Title" and a paragraph of one line that ends with a full stop`,
        ),
    ],
  }
}
