import { parseArgs } from 'node:util'
import { type HelpParts, helpOf } from './help.ts'
import type { Options, Values } from './option.ts'
import { UsageError } from './usage-error.ts'

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
  /** Advice for an argument of a command that takes none. */
  strayAdvice?: string
  run(values: Values<O>, positionals: string[]): Promise<number>
}

/** Declares a command: its options are parsed and checked before `run`, and its help is made of the same declaration. */
export function command<O extends Options>(definition: Definition<O>): Command {
  const { words, summary, args: takes, options, strayAdvice } = definition
  return {
    words,
    summary,
    // When it is asked for: examples have a time of yesterday.
    get help() {
      return helpOf(definition)
    },
    async run(args) {
      const { given, positionals } = parse(args, options)
      if (!takes && positionals.length > 0) {
        const advice = strayAdvice ? `; ${strayAdvice}` : ''
        throw new UsageError(`${words.join(' ')} takes only options, got "${positionals[0]}"${advice}`)
      }
      const read = Object.entries(options).map(([name, one]) => [name, one.read(given(name), `--${name}`)])
      return definition.run(Object.fromEntries(read), positionals)
    },
  }
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
