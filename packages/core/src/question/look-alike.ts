/**
 * Returns what a reader sees of a label: without characters that show nothing, with one kind of blank, and with characters of one look as one.
 * Two labels with the same look cannot be told apart.
 */
export function lookOf(label: string): string {
  return label
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Returns the first of several labels that looks like an earlier one; undefined if there is none. */
export function lookAlike(labels: readonly string[]): string | undefined {
  const looks = labels.map(lookOf)
  return labels.find((_, index) => looks.indexOf(looks[index] ?? '') !== index)
}
