/** True if a text has characters that no reader sees: tags, zero width, soft hyphens, marks of direction. Joiners inside emoji do not count. */
export function hasInvisibleCharacters(text: string): boolean {
  return /[\u{e0000}-\u{e007f}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u00ad\ufeff]/u.test(text)
}
