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

/** Documents and printed texts that install one of our packages by its name. They are used from the checkout. */
export function checkInstalls({ files, read }: Checkout): string[] {
  return files
    .filter((file) => /\.(md|ts|css|html)$/.test(file) && !/(^|[./])test[./]/.test(file))
    .flatMap((file) => {
      const text = read(file).replaceAll(WORKSPACE, '')
      const found = BY_NAME.exec(text) ?? IN_JSON.exec(text)
      if (!found) return []
      const line = text.slice(0, found.index).split('\n').length
      return [
        `${file}:${line}: installs our package from a registry, where its name is not ours: ${found[0]}`,
      ]
    })
}
