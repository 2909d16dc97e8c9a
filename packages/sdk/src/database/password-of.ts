import type { StoreChoice } from './choose-database.ts'

/** The password of the database, which never leaves; none where it is too short to be told from ordinary words. */
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
