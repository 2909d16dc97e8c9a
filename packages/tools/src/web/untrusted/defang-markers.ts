/** Characters that can be taken for an angle bracket. */
const openers = /(?:[<＜﹤‹«≪⋘⟨⟪〈《❮❰〈˂ᐸ]\s*){2,}/gu
/** How far behind the brackets the words of a marker are looked for, in UTF-16 units. */
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
    isMarkerText(text.slice(at + brackets.length, at + brackets.length + reach)) ? '('.repeat(2) : brackets,
  )
}

function isMarkerText(following: string): boolean {
  const letters = Array.from(
    following.normalize('NFKD').toLowerCase(),
    (character) => lookAlikes.get(character) ?? character,
  )
  const folded = letters.join('').replace(/[^a-z]/g, '')
  return /^.{0,12}untrustedcontent/.test(folded)
}
