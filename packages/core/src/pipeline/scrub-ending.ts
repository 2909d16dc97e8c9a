import type { Failure } from '../outcome/failure.ts'
import type { ContentBlock } from '../result/content-block.ts'
import type { Scrubber } from '../scrub/index.ts'
import type { Ending } from './ending.ts'

/** The ending with every part scrubbed that a model, a user, a program or a record may get to see. */
export function scrubEnding(ending: Ending, scrubber: Scrubber): Ending {
  const redactions: Record<string, number> = { ...ending.redactions }
  const count = (counts: Readonly<Record<string, number>>) => {
    for (const [rule, hits] of Object.entries(counts)) redactions[rule] = (redactions[rule] ?? 0) + hits
  }
  const text = (value: string): string => {
    const scrubbed = scrubber.scrub(value)
    count(scrubbed.counts)
    return scrubbed.text
  }
  const value = <Value>(given: Value): Value => {
    const scrubbed = scrubber.scrubValue(given)
    count(scrubbed.counts)
    return scrubbed.value as Value
  }
  const block = (given: ContentBlock): ContentBlock => {
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
    ...(ending.failure === undefined ? {} : { failure: cause(ending.failure) }),
    ...scrubbedAuthority(ending, value),
    content: ending.content.map(block),
    ...(ending.forUser === undefined ? {} : { forUser: text(ending.forUser) }),
    ...(ending.data === undefined ? {} : { data: value(ending.data) }),
    ...(ending.media === undefined ? {} : { media: ending.media.map(block) }),
    ...(ending.toolMeta === undefined ? {} : { toolMeta: value(ending.toolMeta) }),
    redactions,
  }
}

/** What a call touches, and a decision that may quote it. Without targets, and but for a hook's, a decision is our own words alone. */
function scrubbedAuthority(
  { targets, decision }: Ending,
  value: <Value>(given: Value) => Value,
): Pick<Ending, 'targets' | 'decision'> {
  if (targets.length === 0 && decision?.source !== 'hook')
    return decision === undefined ? { targets } : { targets, decision }
  return { targets: value(targets), ...(decision === undefined ? {} : { decision: value(decision) }) }
}
