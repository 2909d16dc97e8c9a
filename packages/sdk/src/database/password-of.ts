import type { StoreChoice } from './choose-database.ts'

/**
 * Returns the password of the database, which is concealed everywhere; none if it is too short to be distinguished from ordinary
 * words.
 */
export function passwordOf(choice: StoreChoice): readonly string[] {
  if (choice.kind === 'files' || choice.options.kind !== 'postgres' || !URL.canParse(choice.options.url)) return []
  const { password } = new URL(choice.options.url)
  return [...new Set([password, decoded(password)])].filter((text) => text.length >= 6)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
