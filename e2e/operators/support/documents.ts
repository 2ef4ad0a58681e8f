import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'

/** A page for operators. */
export interface Page {
  /** Path from the root of the checkout. */
  file: string
  text: string
  /** The shell blocks, in order. */
  blocks: string[]
  /** Commands in the middle of sentences. */
  inline: string[]
}

/** The pages of a folder of the checkout. */
export function pagesOf(folder: string): Page[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
  return names.map((name) => {
    const file = `${folder}/${name}`
    const text = readFileSync(join(root, file), 'utf8')
    const sentences = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
    return {
      ...{ file, text },
      blocks: [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm)].map(([, block]) => block!),
      inline: [...sentences.matchAll(/`((?:docker|npm run|kubectl|helm) [^`]+)`/g)].map(
        ([, command]) => command!,
      ),
    }
  })
}
