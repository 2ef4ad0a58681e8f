import { UsageError } from './command.ts'

/** The whole number of an option. Throws UsageError. */
export function readCount(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}`)
}
