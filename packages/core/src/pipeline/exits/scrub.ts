import { defined } from '../../base/defined.ts'
import { measureJson } from '../../json/index.ts'
import type { Failure } from '../../outcome/failure.ts'
import { scrubDecision } from '../../policy/scrub-decision.ts'
import type { ContentBlock } from '../../result/content-block.ts'
import type { Label } from '../../result/label.ts'
import type { ScrubbedText, ScrubbedValue, Scrubber } from '../../scrub/index.ts'
import { scrubTargets } from '../../target/scrub-targets.ts'
import type { Ending } from '../ending.ts'
import type { RunContext } from '../run-context.ts'

interface LargeParts {
  readonly texts: readonly string[]
  readonly values: readonly object[]
}

/** Longer than this is large: about ten milliseconds of work. */
const large = 128 * 1024

/** An item of a list costs as much as this many bytes of text. */
const limits = { bytes: large, parameters: large / 40, depth: Infinity }

/** The ending with every part scrubbed that a model, a user, a program or a record may get to see. */
function scrubEnding(ending: Ending, scrubber: Pick<Scrubber, 'scrub' | 'scrubValue'>): Ending {
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

  const clean: { -readonly [Key in keyof Ending]: Ending[Key] } = {
    ...ending,
    call: scrubbedCall(ending.call, value),
    targets: scrubTargets(ending.targets, counting),
    content: ending.content.map(block),
    redactions,
  }
  if (ending.failure !== undefined) clean.failure = cause(ending.failure)
  if (ending.decision !== undefined) clean.decision = scrubDecision(ending.decision, ending.targets, counting)
  if (ending.abortReason !== undefined) clean.abortReason = text(ending.abortReason)
  if (ending.forUser !== undefined) clean.forUser = text(ending.forUser)
  if (ending.data !== undefined) clean.data = value(ending.data)
  if (ending.media !== undefined) clean.media = ending.media.map(block)
  if (ending.toolMeta !== undefined) clean.toolMeta = value(ending.toolMeta)
  return clean
}

/** Scrubs the caller's own words in the result's `meta`. A tool of the set has a name of ours. */
function scrubbedCall(call: Ending['call'], value: <Value>(given: Value) => Value): Ending['call'] {
  const { tool, name, exposedName, rawCallId, repairs = [] } = call
  const isPlain = tool !== undefined && rawCallId === undefined && repairs.length === 0
  return isPlain ? call : { ...call, ...value(defined({ name, exposedName, rawCallId, repairs })) }
}

/** Takes credentials out of everything that is about to leave: text, structured data, media, messages. What is large, in slices. */
export function scrub(ending: Ending, { scrubber }: RunContext): Ending | Promise<Ending> {
  const parts = largeParts(ending)
  return parts === undefined ? scrubEnding(ending, scrubber) : scrubLarge(ending, scrubber, parts)
}

function largeParts({ content, media = noBlocks, data, toolMeta, forUser = '' }: Ending): LargeParts | undefined {
  const texts: string[] = []
  const values: object[] = []
  const noteText = (text: string) => {
    if (text.length > large) texts.push(text)
  }
  const noteValue = (value: unknown) => {
    if (typeof value === 'object' && value !== null && isLarge(value)) values.push(value)
  }
  const noteBlock = (block: ContentBlock) => (block.type === 'json' ? noteValue(block.value) : noteText(textOf(block)))
  noteText(forUser)
  noteValue(data)
  noteValue(toolMeta)
  content.forEach(noteBlock)
  media.forEach(noteBlock)
  return texts.length + values.length === 0 ? undefined : { texts, values }
}

const noBlocks: readonly ContentBlock[] = []

function isLarge(value: object): boolean {
  return measureJson(value, limits).exceeded !== undefined
}

function textOf(block: ContentBlock): string {
  return block.type === 'text' || block.type === 'resource' ? (block.text ?? '') : ''
}

/** The large parts are scrubbed first; the ending is then put together of them. */
async function scrubLarge(ending: Ending, scrubber: Scrubber, { texts, values }: LargeParts): Promise<Ending> {
  const cleanTexts = new Map<string, ScrubbedText>()
  for (const text of texts) cleanTexts.set(text, { redactions: [], ...(await scrubber.sliced.scrub(text)) })
  const cleanValues = new Map<unknown, ScrubbedValue<object>>()
  for (const value of values) cleanValues.set(value, await scrubber.sliced.scrubValue(value))
  return scrubEnding(ending, {
    scrub: (text) => cleanTexts.get(text) ?? scrubber.scrub(text),
    scrubValue: <Value>(value: Value) =>
      (cleanValues.get(value) as ScrubbedValue<Value> | undefined) ?? scrubber.scrubValue(value),
  })
}
