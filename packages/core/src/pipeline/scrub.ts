import { measureJson } from '../json/index.ts'
import type { ContentBlock } from '../result/content-block.ts'
import type { ScrubbedText, ScrubbedValue, Scrubber } from '../scrub/index.ts'
import type { Ending } from './ending.ts'
import type { RunContext } from './run-context.ts'
import { scrubEnding } from './scrub-ending.ts'

/** Takes credentials out of everything that is about to leave: text, structured data, media, messages. What is large, in slices. */
export function scrub(ending: Ending, { scrubber }: RunContext): Ending | Promise<Ending> {
  const { texts, values } = largeParts(ending)
  return texts.length + values.length === 0
    ? scrubEnding(ending, scrubber)
    : scrubLarge(ending, scrubber, { texts, values })
}

interface LargeParts {
  readonly texts: readonly string[]
  readonly values: readonly object[]
}

/** Longer than this is large: about ten milliseconds of work. */
const large = 128 * 1024
/** An item of a list costs as much as this many bytes of text. */
const limits = { bytes: large, parameters: large / 40, depth: Infinity }

function largeParts({ content, media = [], data, toolMeta, forUser = '' }: Ending): LargeParts {
  const blocks = [...content, ...media]
  const values = [data, toolMeta, ...blocks.map((block) => (block.type === 'json' ? block.value : undefined))]
  return {
    texts: [forUser, ...blocks.map(textOf)].filter((text) => text.length > large),
    values: values.filter((value) => typeof value === 'object' && value !== null && isLarge(value)) as object[],
  }
}

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
