/** A value that only who registers it knows, with characters that every encoding spells differently. */
export const registered = ['zebra "cross"', 'ing/=ü', 'at noon'].join('\\')

/** A token that gives itself away; put together at run time, so that no scanner takes a test for a leak. */
export const token = ['ghp', 'a8Kd2Zq7Lm4Xw9Tb3Rc6Vn1Hs5Yf0PjQe2Uo'].join('_')

/** The registered value as programs pass it on, each with what of it may be seen nowhere. */
export const spellings: readonly { readonly how: string; readonly text: string; readonly core: string }[] = [
  { how: 'plain', text: registered, core: registered },
  ...['', 'x', 'xy'].map((lead) => {
    const text = Buffer.from(`${lead}${registered}${lead}`).toString('base64')
    return { how: `base64 at alignment ${lead.length}`, text, core: text.slice(4, -6) }
  }),
  ...[encodeURIComponent(registered), new URLSearchParams([['', registered]]).toString().slice(1)].map((text) => ({
    how: 'URL-encoded',
    text,
    core: text,
  })),
  ...[JSON.stringify(registered).slice(1, -1)].map((text) => ({ how: 'JSON-escaped', text, core: text })),
  { how: 'a token', text: token, core: token },
]

/** Where secrets stand in a text, in whatever spelling, also where the text is JSON that escapes them once more; with what precedes. */
export function leaksIn(text: string): readonly string[] {
  return spellings.flatMap(({ how, core }) => {
    const places = [core, JSON.stringify(core).slice(1, -1)].map((form) => text.indexOf(form)).filter((at) => at !== -1)
    return places.map((at) => `${how}: ${text.slice(Math.max(0, at - 80), at)}`)
  })
}
