import type { BlockRule } from './scrub-rule.ts'

/** An RSA key of 16,384 bits has about 13,000. */
const longestPem = 16_384
const longestPemHeader = 80
const longestManifest = 1_500

/** The longest block of a kind that is recognised, in UTF-16 units. */
export function blockReach(block: BlockRule['block']): number {
  return block === 'pem' ? longestPem : longestManifest + 16
}

/** Returns true if a block of a kind may start at its keyword; a certificate is not a private key. */
export function mayStartBlock(text: string, start: number, block: BlockRule['block']): boolean {
  if (block !== 'pem' || text.length < start + longestPemHeader) return true
  pemHeader.lastIndex = start
  return pemHeader.test(text)
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Finds the secret block of a kind whose keyword starts at `start`. */
export function findBlock(text: string, start: number, block: BlockRule['block']): Span[] {
  switch (block) {
    case 'pem':
      return findPemBlock(text, start)
    case 'kubernetes':
      return findSecretManifest(text, start)
    default:
      return block satisfies never
  }
}

const pemHeader = /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const pemFooter = /-----END [A-Z\d ]{0,40}KEY(?: BLOCK)?-----/y
const shortestBody = 20
const pemText = /[A-Za-z\d+/=]{20}/
/** In one line, as a string of a programming language or of JSON. */
const escapedBody = /(?:\\{1,3}[nr]|[A-Za-z\d+/=]){40,16000}/y
const pemLine = /[^\n]{0,200}?[A-Za-z\d+/=]{16,}[^\n]{0,40}(?:\n|$)/y

/**
 * Finds a private key from its BEGIN line to its END line (RFC 7468), with anything at the lines' ends: escapes, string
 * concatenation, log prefixes. Without an END line (a truncated output) it extends over the lines that look like its
 * body.
 */
function findPemBlock(text: string, start: number): Span[] {
  pemHeader.lastIndex = start
  if (!pemHeader.test(text)) return []
  const bodyStart = pemHeader.lastIndex
  const limit = Math.min(text.length, start + longestPem)
  const dashes = text.indexOf('-----', bodyStart)
  if (dashes !== -1 && dashes < bodyStart + shortestBody) return []
  if (dashes !== -1 && dashes < limit) {
    pemFooter.lastIndex = dashes
    if (pemFooter.test(text) && pemFooter.lastIndex <= limit) {
      return pemText.test(text.slice(bodyStart, dashes)) ? [{ start, end: pemFooter.lastIndex }] : []
    }
  }
  escapedBody.lastIndex = bodyStart
  if (escapedBody.test(text)) return [{ start, end: escapedBody.lastIndex }]
  const end = pemBodyEnd(text, bodyStart, dashes === -1 ? limit : Math.min(dashes, limit))
  return end > bodyStart ? [{ start, end }] : []
}

function pemBodyEnd(text: string, bodyStart: number, limit: number): number {
  const body = text.slice(bodyStart, limit)
  const firstLine = /^[^\n]{0,8}\n/.exec(body)?.[0].length ?? 0
  let end = firstLine
  for (;;) {
    pemLine.lastIndex = end
    if (!pemLine.test(body)) break
    end = pemLine.lastIndex
    if (end === body.length) break
  }
  if (end === firstLine) return bodyStart
  const trailing = /\s*$/.exec(body.slice(0, end))?.[0].length ?? 0
  return bodyStart + end - trailing
}

const manifestKind = /(?:^|\n)[ \t]*["']?kind["']?:[ \t]*["']?secret["']?[ \t]*(?:\r?\n|$)/i
/** The next document of a stream, or a line with a marker: text from there on was judged when the secret was there. */
const manifestEnd = /\n---[ \t]*(?:\r?\n|$)|\n[^\n]*\[REDACTED\]/
const dataHead = /\n(?:string)?data:[ \t]*\r?\n/i
const manifestEntry = /^[ \t]+["']?[\w.-]+["']?:[ \t]*(?:[|>][-+]?\s+)?["']?([A-Za-z\d+/]{6,}={0,3})["']?[ \t]*$/gm

/** The entries below `data:` of a Kubernetes manifest of kind Secret; the keyword is the first of kind and data. */
function findSecretManifest(text: string, start: number): Span[] {
  const window = text.slice(start, start + longestManifest)
  if (!window.includes('ata:') || !window.includes('kind')) return []
  const manifest = window.slice(0, manifestEnd.exec(window)?.index)
  const head = dataHead.exec(manifest)
  if (head === null || !manifestKind.test(manifest)) return []
  const bodyStart = head.index + head[0].length
  const body = /^(?:[ \t#][^\n]*(?:\n|$))+/.exec(manifest.slice(bodyStart))?.[0] ?? ''
  return Array.from(body.matchAll(manifestEntry), (entry) => {
    const value = entry[1] ?? ''
    const valueStart = start + bodyStart + entry.index + entry[0].lastIndexOf(value)
    return { start: valueStart, end: valueStart + value.length }
  })
}
