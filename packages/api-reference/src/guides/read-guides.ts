import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A guide: a Markdown file that starts with `# Title` and a paragraph, its summary. */
export interface Guide {
  /** Kebab-case, the file name without `.md`. */
  name: string
  title: string
  /** Plain text, one sentence. */
  summary: string
  /** The whole file. */
  markdown: string
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
  return { name, title: start.title!.trim(), summary: start.summary!.trim().replaceAll('\n', ' '), markdown }
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
}
