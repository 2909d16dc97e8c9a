import { stem } from './act-words.ts'
import type { Ledger } from './ledger.ts'
import { compact, fold } from './normal-forms.ts'
import type { FlowFinding, FlowSettings, FlowVoucher } from './sink.ts'
import { type CallSinks, isTool } from './sinks-of-call.ts'

/** Finds secrets of the user that a call would send to somebody although the user's words name no such thing. */
export function leavingSecrets({ values, contents, others }: CallSinks, ledger: Ledger): readonly FlowFinding[] {
  const to = values.find(({ kind }) => kind === 'recipient' || kind === 'destination')
  const texts = [...contents, ...others]
  if (to === undefined || texts.length === 0 || ledger.secrets.length === 0) return []
  const said = texts.map(({ text }) => compact(text))
  return ledger.secrets.flatMap(({ tool, kind, value }) => {
    if (kind.said.some((word) => ledger.asked.words.has(stem(word)))) return []
    const at = texts[said.findIndex((text) => text.includes(value))]?.at
    if (at === undefined) return []
    const because = `it would send the user’s ${kind.name} from ${tool} to "${to.value}", and the user did not say so`
    return [{ check: 'confidentiality' as const, at, because }]
  })
}

/** Finds recipients who may not read what was returned to the session: neither its readers nor named by the user. */
export function beyondReaders(
  { values }: CallSinks,
  vouched: readonly FlowVoucher[],
  ledger: Ledger,
  { readers = {} }: FlowSettings,
): readonly FlowFinding[] {
  const limited = ledger.readable.flatMap(({ tool, readers: own }) => {
    const set = Object.entries(readers).find(([pattern]) => isTool(pattern, tool))?.[1]
    const allowed = set ?? (own === 'anyone' ? undefined : own)
    return allowed === undefined ? [] : [{ tool, allowed: allowed.map(fold) }]
  })
  if (limited.length === 0) return []
  const isOwn = (value: string) =>
    vouched.some((each) => each.value === value && (each.by === 'user' || each.by === 'grant'))
  return values
    .filter(({ kind, value }) => (kind === 'recipient' || kind === 'destination') && !isOwn(value))
    .flatMap(({ at, kind, value }) =>
      limited
        .filter(({ allowed }) => !allowed.includes(fold(value)))
        .slice(0, 1)
        .map(({ tool }) => ({
          check: 'confidentiality' as const,
          at,
          kind,
          value,
          because: `"${value}" may not read what ${tool} returned, and the user did not name it`,
        })),
    )
}
