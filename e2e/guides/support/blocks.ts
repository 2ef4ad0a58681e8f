import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'

/** A fenced block of a guide. */
export interface Block {
  language: string
  text: string
  /** Of its first line, counted from 1. */
  line: number
  paragraph: string
  /** What the command above it prints: no heading stands between them. */
  isOutput: boolean
  /** The name that its first two lines give, such as `# follow.py`: the reader saves it under that name. */
  fileName: string | undefined
}

const folder = join(root, 'docs', 'guides')

/** The names of the guides, in reading order. */
export const guideNames = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as string[]

/** The Markdown of a guide. */
export function readGuide(name: string): string {
  return readFileSync(join(folder, `${name}.md`), 'utf8')
}

/** The fenced blocks of a Markdown text, in order. */
export function blocksOf(markdown: string): Block[] {
  let outputsUntil = 0
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ({ 0: block, 1: language, 2: text, index }) => {
      const above = markdown.slice(0, index)
      if (language === 'sh') {
        const nextHeading =
          /^#/m.exec(markdown.slice(index + block.length))?.index ?? Number.POSITIVE_INFINITY
        outputsUntil = index + block.length + nextHeading
      }
      return {
        language: language!,
        text: text!,
        isOutput: (language === 'json' || language === 'text') && index < outputsUntil,
        line: above.split('\n').length + 1,
        paragraph: above.trimEnd().split('\n\n').at(-1)!,
        fileName: /^(?:<\?php\n)?(?:\/\/|#) ([\w-]+\.\w+)$/m.exec(
          text!.split('\n').slice(0, 2).join('\n'),
        )?.[1],
      }
    },
  )
}

/** The rows of the first table below a heading, without its head; the marks of code are removed. */
export function tableBelow(markdown: string, heading: string): string[][] {
  const [, section] = markdown.split(`\n## ${heading}\n`)
  if (section === undefined) throw new Error(`there is no heading "${heading}"`)
  const table = /(?:^\|.*\n)+/m.exec(section)![0]
  return table
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
}

/** The text between the backticks of a cell that is code. */
export function codeOf(cell: string): string {
  return /^`(.*)`$/.exec(cell)?.[1] ?? cell
}
