import type { Checkout } from './checkout.ts'

/** Guides for client developers, and for operators. */
const FOLDERS = ['docs/guides/', 'docs/guides/operators/']
/** A title, a blank line and one sentence without marks: what the list of guides shows. */
const OPENING = /^# [^\n]+\n\n[^\n#`|-][^\n`]*\.\n\n/

/** Guides that `index.json` of their folder does not list, or that do not start with a title and a sentence. */
export function checkGuides({ files, read }: Checkout): string[] {
  return FOLDERS.flatMap((folder) => {
    const guides = files
      .filter((file) => file.startsWith(folder) && file.endsWith('.md'))
      .map((file) => file.slice(folder.length, -'.md'.length))
      .filter((name) => !name.includes('/'))
    const index = `${folder}index.json`
    const listed: string[] = files.includes(index) ? JSON.parse(read(index)) : []
    return [
      ...listed.filter((name) => !guides.includes(name)).map((name) => `${index}: there is no guide ${name}`),
      ...guides
        .filter((name) => !listed.includes(name))
        .map((name) => `${folder}${name}.md:1: ${index} does not list it`),
      ...guides
        .filter((name) => !OPENING.test(read(`${folder}${name}.md`)))
        .map((name) => `${folder}${name}.md:1: must start with "# Title" and a paragraph of one sentence`),
    ]
  })
}
