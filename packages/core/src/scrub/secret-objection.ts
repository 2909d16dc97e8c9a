import { shortestSecret } from './secret-forms.ts'

/**
 * Returns the reason why a value cannot be used as a secret, as the end of a sentence that begins with its name;
 * undefined if it can. Never reveals the value.
 */
export function secretObjection(value: string): string | undefined {
  if (value.includes('\0')) return 'contains a NUL character, which no variable of a program can hold'
  if (value.trim().length >= shortestSecret) return undefined
  return `has fewer than ${shortestSecret} characters, not counting blanks around them: too few to be removed from other text`
}
