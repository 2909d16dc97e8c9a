/** Membership of UTF-16 units in a set of ASCII characters, by code; there is no entry for units above ASCII, which are in none. */
export type CharacterSet = Uint8Array

/** Builds a set from the characters listed; ranges are written as pairs such as `az`. */
export function characterSet(ranges: readonly string[], characters = ''): CharacterSet {
  const set = new Uint8Array(128)
  for (const range of ranges) set.fill(1, range.charCodeAt(0), range.charCodeAt(1) + 1)
  for (const character of characters) set[character.charCodeAt(0)] = 1
  return set
}

export const alphanumerics = characterSet(['az', 'AZ', '09'])

/** The characters of an unbroken token. */
export const runCharacters = characterSet(['az', 'AZ', '09'], '_-')

/** The characters of base64 in either alphabet, without padding. */
export const base64Characters = characterSet(['az', 'AZ', '09'], '_-+/')

/** The characters of a name, `some.nested-name_1`. */
export const nameCharacters = characterSet(['az', 'AZ', '09'], '_.-')

/** The characters between a keyword and the operator: the rest of the name, and types or words after it. */
export const phraseCharacters = characterSet(['az', 'AZ', '09'], '_.- \t')
