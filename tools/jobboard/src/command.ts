import { parseArgs } from 'node:util'
import { type HelpParts, helpOf } from './help.ts'
import { type Options, UsageError, type Values } from './option.ts'

/** One command, such as `dead-letters retry`. */
export interface Command {
  /** The words that select it. */
  words: readonly string[]
  /** One line for the list of commands. */
  summary: string
  /** What `--help` prints. */
  help: string
  /** Runs it with the arguments after its words. Returns the exit code. Throws UsageError. */
  run(args: string[]): Promise<number>
}

interface Definition<O extends Options> extends HelpParts {
  options: O
  /** Advice for a wrong number of arguments. */
  hint?: string
  run(values: Values<O>, positionals: string[]): Promise<number>
}

/** Declares a command: its options are parsed and checked before `run`, and its help is made of the same declaration. */
export function command<O extends Options>(definition: Definition<O>): Command {
  const words = definition.words.split(' ')
  return {
    words,
    summary: definition.summary,
    // When it is asked for: examples have a time of yesterday.
    get help() {
      return helpOf(definition)
    },
    async run(args) {
      const { options } = definition
      const { given, positionals } = parse(args, options)
      const read = Object.entries(options).map(([name, one]) => [name, one.read(given(name), `--${name}`)])
      checkPositionals(definition, positionals)
      return definition.run(Object.fromEntries(read), positionals)
    },
  }
}

function checkPositionals({ words, args, hint }: Definition<Options>, given: string[]): void {
  const advice = hint ? `; ${hint}` : ''
  if (!args) {
    if (given.length === 0) return
    throw new UsageError(`${words} takes only options, got "${given[0]}"${advice}`)
  }
  const [name] = /[A-Z]+/.exec(args)!
  const least = args.startsWith('[') ? 0 : 1
  const most = args.includes('...') ? Number.POSITIVE_INFINITY : 1
  if (given.length >= least && given.length <= most) return
  throw new UsageError(
    `${words} takes one ${name}${most > 1 ? ' or more' : ''}, got ${given.length}${advice}`,
  )
}

function parse(args: string[], options: Options) {
  const types = Object.entries(options).map(([name, { placeholder }]) => {
    return [name, { type: placeholder ? ('string' as const) : ('boolean' as const), multiple: true }]
  })
  try {
    const { values, positionals } = parseArgs({
      args,
      options: Object.fromEntries(types),
      allowPositionals: true,
    })
    const given = (name: string) =>
      [(values as Record<string, string | string[]>)[name] ?? []].flat().map(String)
    return { given, positionals }
  } catch (error) {
    // The first sentence names the option; the rest is about arguments that start with a dash.
    throw new UsageError((error as Error).message.split(/\.\s/)[0])
  }
}
