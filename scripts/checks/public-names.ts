import { type CheckResult, resultOf } from '../lib/check.ts'
import { publicNames } from '../lib/public-names.ts'

/** The doors of this package do the same for different frameworks, and a program uses one of them: there a name is the same word for each. */
const alternatives = '@drawbridge/adapters/'

/** One name means one thing, whichever door it comes through. */
export async function checkPublicNames(root: string): Promise<CheckResult> {
  const meanings = new Map<string, Map<string, string>>()
  for (const { door, name, origin } of publicNames(root)) {
    const known = meanings.get(name) ?? new Map<string, string>()
    const meaning = door.startsWith(alternatives) && origin.startsWith('packages/adapters/') ? alternatives : origin
    if (!known.has(meaning)) known.set(meaning, door)
    meanings.set(name, known)
  }
  const problems = [...meanings]
    .filter(([, origins]) => origins.size > 1)
    .map(([name, origins]) => {
      const places = [...origins].map(([origin, door]) => `${origin.split('#')[0]} (behind ${door})`).join(' and ')
      return `"${name}" means more than one thing: ${places}. Rename all but one.`
    })
  return resultOf(problems)
}
