/** A wrong command line: what is wrong, and what to write instead. */
export class UsageError extends Error {}
