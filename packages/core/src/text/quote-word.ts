/** A word as a shell would take it, so that `rm a b` and `rm 'a b'` look as different as they are. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
