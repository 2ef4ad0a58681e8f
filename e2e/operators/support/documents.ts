import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'

/** The pages for operators in a folder of the checkout. */
export function pagesOf(folder: string) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
  return names.map((name) => {
    const file = `${folder}/${name}`
    const text = readFileSync(join(root, file), 'utf8')
    const sentences = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
    return {
      ...{ file, text },
      /** The shell blocks, in order. */
      blocks: [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm)].map(([, block]) => block!),
      /** Commands in the middle of sentences. */
      inline: [...sentences.matchAll(/`((?:docker|npm run|kubectl|helm) [^`]+)`/g)].map(
        ([, command]) => command!,
      ),
    }
  })
}
