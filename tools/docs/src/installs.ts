import type { Checkout } from './checkout.ts'

/** Names that are not ours in the registries: a reader who installed them would run somebody else's code. */
const OURS = String.raw`(?:@jobboard\/[\w-]+|jobboard(?:-[\w-]+)?)`
const BY_NAME = new RegExp(
  String.raw`\b(?:npm (?:install|i|add|exec)|npx|pnpm \w+|yarn \w+|bunx?|deno add|pipx?(?: install)?|uvx?)\b(?:[ \t][^\n\`|;&]*)?[ \t](?:npm:)?["']?${OURS}(?=$|["'\`@=\s])`,
  'm',
)
/** The same in the configuration of a program: \`"command": "npx"\`, then the arguments. */
const IN_JSON = new RegExp(String.raw`"args":\s*\[[^\]]*"(?:npm:)?${OURS}(?:@[^"]*)?"`)
/** A workspace of this repository, which no registry is asked for. */
const WORKSPACE = /(?:-w|--workspace)[= ]@jobboard\/[\w-]+/g

/** Texts that people read: documents, and what programs print (help, the introduction of the API). */
const isRead = (file: string) => /\.(md|ts|css|html)$/.test(file) && !/(^|[./])test[./]/.test(file)

/** Texts that install one of our packages by its name from a registry. They are used from the checkout. */
export function checkInstalls({ files, read }: Checkout): { count: number; breaches: string[] } {
  const texts = files.filter(isRead)
  return {
    count: texts.length,
    breaches: texts.flatMap((file) => {
      const text = read(file).replaceAll(WORKSPACE, '')
      const found = BY_NAME.exec(text) ?? IN_JSON.exec(text)
      if (!found) return []
      const line = text.slice(0, found.index).split('\n').length
      const name = new RegExp(`${OURS}(?!.*${OURS})`, 's').exec(found[0])![0]
      return [
        `${file}:${line}: installs ${name} from a registry, where that name is not ours; use the checkout`,
      ]
    }),
  }
}
