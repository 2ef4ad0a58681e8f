import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A guide: a Markdown file that starts with `# Title` and a paragraph, its summary. */
export interface Guide {
  /** Kebab-case, the file name without `.md`. */
  name: string
  /** Of its page; with `.md`, of its Markdown. */
  path: string
  title: string
  /** Plain text, one sentence. */
  summary: string
  /** The whole file. */
  markdown: string
  /** Files of the folder with its name, PNG: the guide links them as `name/file.png`. */
  pictures?: string[]
}

/** The guides of a folder in the order of its `index.json`, a list of names; without that file none. Throws on a
 * file that is missing or has another beginning. */
export function readGuides(folder: string): Guide[] {
  const index = join(folder, 'index.json')
  if (!existsSync(index)) return []
  const names: unknown = JSON.parse(readFileSync(index, 'utf8'))
  if (!Array.isArray(names) || !names.every(isName)) {
    throw new Error(`${index} must be a list of kebab-case names`)
  }
  return names.map((name) => readGuide(folder, name))
}

function readGuide(folder: string, name: string): Guide {
  const file = join(folder, `${name}.md`)
  const markdown = readFileSync(file, 'utf8')
  const start = /^# (?<title>.+)\n\n(?<summary>(?:[^#\n].*\n)+)/.exec(markdown)?.groups
  if (!start) throw new Error(`${file} must start with "# Title", an empty line and a sentence`)
  return {
    name,
    path: `/docs/guides/${name}`,
    title: start.title!.trim(),
    summary: start.summary!.trim().replaceAll('\n', ' '),
    markdown,
    pictures: readPictures(join(folder, name)),
  }
}

function readPictures(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files.filter((file) => file.endsWith('.png')).map((file) => join(folder, file))
}

/** The changelog of the repository as a page at `/docs/changelog`; none where the file is missing. Its links to guides
 * lead to their pages; those to guides that are not served are text. */
export function readChangelog(file: string, guides: readonly Guide[]): Guide[] {
  if (!existsSync(file)) return []
  const served = guides.map(({ name }) => name)
  const markdown = readFileSync(file, 'utf8').replace(
    /\[([^[\]]*)\]\(docs\/guides\/([a-z0-9-]+)\.md\)/g,
    (_link, text, name) => (served.includes(name) ? `[${text}](/docs/guides/${name})` : text),
  )
  const summary = 'What clients of the API see, by version.'
  return [{ name: 'changelog', path: '/docs/changelog', title: 'Changelog', summary, markdown }]
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
}
