import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>

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

/** A wrong command line: what is wrong, and what to write instead. */
export class UsageError extends Error {}

/** Declares a command; its options are parsed before `run`. */
export function command<const O extends Options>(definition: {
  words: readonly string[]
  summary: string
  help: string
  options: O
  run(values: Parsed<O>['values'], positionals: string[]): Promise<number>
}): Command {
  const { options, run, ...rest } = definition
  return {
    ...rest,
    run(args) {
      const { values, positionals } = parse(args, options)
      return run(values, positionals)
    },
  }
}

function parse<O extends Options>(args: string[], options: O): Parsed<O> {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // The first sentence names the option; the rest is about arguments that start with a dash.
    throw new UsageError((error as Error).message.split(/\.\s/)[0])
  }
}
