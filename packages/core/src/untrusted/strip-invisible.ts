/** Characters that are drawn as nothing or turn the order of others: they hide words from people that models read. */
const invisible =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0D\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]|[\p{Cc}--[\t\n]]/gv
/** Joiners belong inside words of some scripts and inside emoji, and nowhere else. */
const strayJoiner =
  /(?<![[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]&&\P{ASCII}])[\u200C\u200D]|[\u200C\u200D](?![[\p{L}\p{M}\p{Extended_Pictographic}]&&\P{ASCII}])/gv

/** Nothing to strip: most text is like this, and long results are read fast. */
const plain = /^[\t\n -~]*$/

/** A text without characters that no reader sees. Line ends become `\n`. */
export function stripInvisible(text: string): string {
  if (plain.test(text)) return text
  return text.replace(/\r\n?/g, '\n').replace(invisible, '').replace(strayJoiner, '')
}
