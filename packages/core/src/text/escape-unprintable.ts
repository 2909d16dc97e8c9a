/**
 * Characters that change how other characters are shown, or show nothing: controls, marks of direction, joiners, separators,
 * fillers, unassigned and lone surrogate code points. The plain line feed and tab are left to the caller.
 */
const unprintable = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The text with every character spelled out that could make a terminal or a reader's eye see something else than what is there:
 * `\x1b`, `\u{202e}`. For everything that a model or a file may have written.
 */
export function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = character.codePointAt(0) ?? 0
    const hexadecimal = code.toString(16)
    return code < 0x100 ? `\\x${hexadecimal.padStart(2, '0')}` : `\\u{${hexadecimal}}`
  })
}

/** As {@link escapeUnprintable}, for a value that has to stay on one line. */
export function escapeToOneLine(text: string): string {
  return escapeUnprintable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}
