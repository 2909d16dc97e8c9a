import { shortestSecret } from './secret-forms.ts'

/**
 * Why a value is no use as a secret, as the end of a sentence that begins with what it is of; undefined where it is. Says nothing of the
 * value itself.
 */
export function secretObjection(value: string): string | undefined {
  if (value.includes('\0')) return 'holds a NUL character, which no variable of a program can'
  if (value.trim().length >= shortestSecret) return undefined
  return `has fewer than ${shortestSecret} characters, blanks around them not counted: it could not be cut out of ordinary text`
}
