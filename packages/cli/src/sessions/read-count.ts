import { InvalidArgumentError } from 'commander'

/** A number from 1 on, as an option gives it. */
export function readCount(text: string): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new InvalidArgumentError('It must be a whole number of at least 1.')
}
