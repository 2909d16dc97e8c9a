import type { ApprovalRequest } from '@drawbridge/core'
import type { ApprovalPart } from '@drawbridge/core/approval'
import { escapeToOneLine } from '@drawbridge/core/text'
import type { RiskLevel } from '../../parts/marks.tsx'
import { texts } from '../../texts/texts.ts'
import { encodedOrigin } from './host-names.ts'

/** The fields from which the effect of a call is read. */
export type EffectSource = Pick<
  ApprovalRequest,
  'tool' | 'permission' | 'risk' | 'parts' | 'totals' | 'dangerous' | 'flow' | 'preview'
>

/** Returns how much harm a call could do, for the head of its card. */
export function levelOf({ parts, dangerous, risk, flow }: Omit<EffectSource, 'tool'>): RiskLevel {
  if (parts.some(({ danger }) => danger === 'destructive')) return 'destructive'
  if (dangerous) return 'dangerous'
  if (flow?.verdict === 'ask') return 'flow'
  return risk === 'safe' ? 'safe' : 'medium'
}

/**
 * Says what a call would do, in words of ours from its resolved targets: never the model's words, and never less than its worst
 * part. A single object is named, several are counted.
 */
export function effectOf({ tool, permission, parts, totals, preview }: EffectSource): string {
  const { effect } = texts.inbox
  const phrases = [
    commandsPhrase(parts, totals.commands),
    ...pathPhrases(parts, totals.paths),
    hostsPhrase(parts, totals.hosts, permission),
  ].filter((phrase) => phrase !== undefined)
  const unknown = parts.some(({ kind }) => kind === 'dynamic') ? [effect.unknown] : []
  const change = preview?.kind === 'diff' ? [effect.lines(preview.added, preview.removed)] : []
  const all = [...phrases, ...unknown, ...change]
  if (all.length === 0) return effect.plain(tool, permission)
  const sentence = all.join('; ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

function commandsPhrase(parts: readonly ApprovalPart[], total: number): string | undefined {
  if (total === 0) return undefined
  const { effect } = texts.inbox
  const commands = parts.filter(({ kind }) => kind === 'command')
  const [worst] = commands
  const said = total === 1 && worst !== undefined ? effect.runsOne(quoted(worst.text)) : effect.runs(total)
  const destroys = commands.filter(({ danger }) => danger === 'destructive').length
  if (destroys > 0 && total > 1) return effect.runsAndDestroys(said, destroys, quoted(worst?.text ?? ''))
  return destroys > 0 ? `${said} ${effect.destroysIt}` : said
}

/**
 * Returns a text of a call for a sentence of ours: on one line, with both ends if it is long, and in quotes unless it is a plain
 * name, so that its words are never taken for ours.
 */
function quoted(text: string): string {
  const line = escapeToOneLine(text).replace(/[“”]/g, (quote) => `\\u{${quote.charCodeAt(0).toString(16)}}`)
  const short = line.length > 120 ? `${line.slice(0, 80)} … ${line.slice(-30)}` : line
  return /^[\w@%+=:,./~-]*$/.test(short) ? short : `“${short}”`
}

/** One phrase for each kind of access, the worst first. */
function pathPhrases(parts: readonly ApprovalPart[], total: number): readonly string[] {
  if (total === 0) return []
  const { effect } = texts.inbox
  const paths = parts.filter(({ kind }) => kind === 'path')
  const accesses = ['delete', 'write', 'list', 'read'] as const
  const phrases = accesses.flatMap((access) => {
    const own = paths.filter(({ notes }) => notes[0]?.startsWith(access) === true)
    const [first] = own
    if (first === undefined) return []
    const outside = own.filter(({ notes }) => notes[0]?.includes('OUTSIDE') === true).length
    const verb = effect.verbs[access]
    const below = first.notes[0]?.includes('everything below') === true
    const object = own.length === 1 ? effect.object(quoted(first.text), below) : effect.files(own.length)
    return [`${verb} ${object}${outside > 0 ? effect.outside(outside === own.length ? 0 : outside) : ''}`]
  })
  const shown = paths.length
  return total > shown ? [...phrases, effect.more(total - shown)] : phrases
}

function hostsPhrase(parts: readonly ApprovalPart[], total: number, permission: string): string | undefined {
  if (total === 0) return undefined
  const { effect } = texts.inbox
  const [host] = parts.filter(({ kind }) => kind === 'host')
  const place = total === 1 && host !== undefined ? quoted(encodedOrigin(host.text)) : effect.hosts(total)
  return permission === 'readonly' ? effect.fetches(place) : effect.sends(place)
}
