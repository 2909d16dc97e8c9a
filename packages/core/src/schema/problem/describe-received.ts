const excerptLength = 80
const shownKeys = 6

/** Describes a value in a few words, bounded for any size. */
export function describeReceived(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return quoteExcerpt(value)
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${count(value.length, 'item')}`
  if (typeof value !== 'object' || value === null) return String(value)
  const keys = Object.keys(value)
  if (keys.length === 0) return 'an empty object'
  const more = keys.length > shownKeys ? ` and ${keys.length - shownKeys} more` : ''
  return `an object with ${keys.slice(0, shownKeys).map(quoteExcerpt).join(', ')}${more}`
}

/** A string in quotes, cut on a character boundary when it is long. */
export function quoteExcerpt(text: string): string {
  if (text.length <= excerptLength) return JSON.stringify(text)
  const end = /[\uD800-\uDBFF]/.test(text.charAt(excerptLength - 1)) ? excerptLength - 1 : excerptLength
  return `${JSON.stringify(text.slice(0, end))}… (${count(text.length, 'character')})`
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
