import type { Failure } from '../outcome/failure.ts'
import { scrubDecision } from '../policy/scrub-decision.ts'
import type { ContentBlock } from '../result/content-block.ts'
import type { Label } from '../result/label.ts'
import type { Scrubber } from '../scrub/index.ts'
import { scrubTargets } from '../target/scrub-targets.ts'
import type { Ending } from './ending.ts'

/** The ending with every part scrubbed that a model, a user, a program or a record may get to see. */
export function scrubEnding(ending: Ending, scrubber: Pick<Scrubber, 'scrub' | 'scrubValue'>): Ending {
  const redactions: Record<string, number> = { ...ending.redactions }
  const count = (counts: Readonly<Record<string, number>>) => {
    for (const [rule, hits] of Object.entries(counts)) redactions[rule] = (redactions[rule] ?? 0) + hits
  }
  const text = (value: string): string => {
    const scrubbed = scrubber.scrub(value)
    if (scrubbed.text !== value) count(scrubbed.counts)
    return scrubbed.text
  }
  const scrubValue: Scrubber['scrubValue'] = (given) => {
    const scrubbed = scrubber.scrubValue(given)
    if (scrubbed.value !== given) count(scrubbed.counts)
    return scrubbed
  }
  const value = <Value>(given: Value): Value => scrubValue(given).value
  const counting = { scrubValue }
  const label = (given: Label): Label => {
    if (given.sources.every(({ target }) => target === undefined)) return given
    return { ...given, sources: value(given.sources) }
  }
  const block = (given: ContentBlock): ContentBlock => {
    const cleaned = content(given)
    const cleanedLabel = label(given.label)
    return cleanedLabel === given.label ? cleaned : { ...cleaned, label: cleanedLabel }
  }
  const content = (given: ContentBlock): ContentBlock => {
    switch (given.type) {
      case 'text':
        return { ...given, text: text(given.text) }
      case 'json':
        return { ...given, value: value(given.value) }
      case 'resource':
        return { ...given, uri: text(given.uri), ...(given.text === undefined ? {} : { text: text(given.text) }) }
      case 'image':
      case 'audio':
      case 'artifact_ref':
        return given
    }
  }
  const cause = (given: Failure): Failure => ({ ...given, message: text(given.message) })

  return {
    ...ending,
    call: scrubbedCall(ending.call, value),
    targets: scrubTargets(ending.targets, counting),
    ...(ending.failure === undefined ? {} : { failure: cause(ending.failure) }),
    ...(ending.decision === undefined ? {} : { decision: scrubDecision(ending.decision, ending.targets, counting) }),
    content: ending.content.map(block),
    ...(ending.abortReason === undefined ? {} : { abortReason: text(ending.abortReason) }),
    ...(ending.forUser === undefined ? {} : { forUser: text(ending.forUser) }),
    ...(ending.data === undefined ? {} : { data: value(ending.data) }),
    ...(ending.media === undefined ? {} : { media: ending.media.map(block) }),
    ...(ending.toolMeta === undefined ? {} : { toolMeta: value(ending.toolMeta) }),
    redactions,
  }
}

/** Scrubs the caller's own words in the result's `meta`. A tool of the set has a name of ours. */
function scrubbedCall(call: Ending['call'], value: <Value>(given: Value) => Value): Ending['call'] {
  const { tool, name, exposedName, rawCallId, repairs = [] } = call
  const isPlain = tool !== undefined && rawCallId === undefined && repairs.length === 0
  return isPlain ? call : { ...call, ...value(present({ name, exposedName, rawCallId, repairs })) }
}

function present<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
