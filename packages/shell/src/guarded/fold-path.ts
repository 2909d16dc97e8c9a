const printableAscii = /^[ -~]*$/
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const trailingDotsAndBlanks = /[. ]+(?=\/|$)/g

/**
 * The form under which paths are compared with lists of guarded names. Some file system or other treats all these as one
 * name: another case, another Unicode composition, invisible characters (HFS+), trailing dots and blanks (Windows).
 * Comparing folded paths can only guard too much.
 */
export function foldPath(path: string): string {
  const composed = printableAscii.test(path) ? path : path.normalize('NFKC').replace(invisible, '')
  return composed.toLowerCase().replace(trailingDotsAndBlanks, '')
}
