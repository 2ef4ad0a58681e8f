/** Prints one line for the person who ran the command. */
export type Log = (line: string) => void
