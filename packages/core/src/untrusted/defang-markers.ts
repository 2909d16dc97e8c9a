/** Characters that can be taken for an angle bracket. */
const openers = /(?:[<＜﹤‹«≪⋘⟨⟪〈《❮❰〈˂ᐸ]\s*){2,}/gu
/** The distance behind the brackets within which the words of a marker are searched for, in UTF-16 units. */
const reach = 160

/** Letters of other alphabets that look like those of the markers. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    ɡ: 'g',
    һ: 'h',
    і: 'i',
    ӏ: 'l',
    ո: 'n',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
    τ: 't',
    υ: 'u',
    ս: 'u',
    ν: 'v',
    п: 'n',
    и: 'n',
    η: 'n',
    ο: 'o',
    ϲ: 'c',
    ε: 'e',
  }),
)

/**
 * Takes the brackets from whatever could be read as a marker of ours, in whatever spelling: full-width, mathematical or
 * look-alike letters, other brackets, other separators. The boundary's random part cannot be guessed; this is for readers who
 * do not compare it.
 */
export function defangMarkers(text: string): string {
  return text.replace(openers, (brackets: string, at: number) =>
    isMarkerText(text, at + brackets.length) ? '((' : brackets,
  )
}

const words = 'untrustedcontent'
/** The maximum number of letters before the words, as in `end`. */
const mostBefore = 12

function isMarkerText(text: string, from: number): boolean {
  let letters = ''
  for (let at = from; at < from + reach && at < text.length && letters.length < mostBefore + words.length; ) {
    const code = text.codePointAt(at) ?? 0
    letters += code < 128 ? asciiLetter(code) : foldedLetters(String.fromCodePoint(code))
    at += code > 0xffff ? 2 : 1
  }
  const found = letters.indexOf(words)
  return found >= 0 && found <= mostBefore
}

function asciiLetter(code: number): string {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a ? String.fromCharCode(lower) : ''
}

function foldedLetters(character: string): string {
  const folded = Array.from(character.normalize('NFKD').toLowerCase(), (part) => lookAlikes.get(part) ?? part)
  return folded.join('').replace(/[^a-z]/g, '')
}
