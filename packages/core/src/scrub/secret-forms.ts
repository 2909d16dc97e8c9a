/** The shortest value that is looked for, in UTF-16 units: anything shorter stands in innocent text too often. */
export const shortestSecret = 6

/** The shortest line of a value that is looked for by itself: what such values share, as keys do their frames, is mostly shorter. */
const shortestLine = 12

/**
 * The spellings under which a registered value may turn up: itself, inside base64 at each of the three alignments
 * (standard and URL alphabet), URL-encoded, and JSON-escaped once or twice; of several lines each by itself. Each has at least
 * `shortestSecret` units.
 */
export function secretForms(value: string): readonly string[] {
  const json = escapeJson(value)
  const forms = new Set([
    value,
    ...base64Forms(value),
    ...urlForms(value),
    json,
    escapeJson(json),
    json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ...linesOf(value).flatMap((line) => [line, escapeJson(line)]),
  ])
  return [...forms].filter((form) => form.length >= shortestSecret)
}

/** What a program filters or indents comes back line by line. */
function linesOf(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/).map((line) => line.trim())
  return lines.length === 1 ? [] : lines.filter((line) => line.length >= shortestLine)
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function urlForms(value: string): readonly string[] {
  const encoded = encodeURIComponent(value.toWellFormed())
  return [
    encoded,
    encoded.replaceAll(/%[\dA-F]{2}/g, (encodedUnit) => encodedUnit.toLowerCase()),
    new URLSearchParams([['', value]]).toString().slice(1),
  ]
}

/** At each alignment the characters that depend on the value alone: those that share bits with its neighbours are cut. */
function base64Forms(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value)
  return [0, 1, 2].flatMap((alignment) => {
    const padded = new Uint8Array(alignment + bytes.length)
    padded.set(bytes, alignment)
    const encoded = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join('')).replace(/=+$/, '')
    const shared = padded.length % 3 === 0 ? 0 : 1
    const form = encoded.slice(alignment === 0 ? 0 : alignment + 1, encoded.length - shared)
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
