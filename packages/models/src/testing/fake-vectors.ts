import { looseOf, loosesOf, textIn } from './formats/look.ts'

/** Answers a request for vectors; undefined for another path. Texts that share characters have vectors that are close. */
export function fakeVectors(path: string, text: string): object | undefined {
  if (path === '/v1/embeddings') {
    const { input } = looseOf(JSON.parse(text))
    const texts = Array.isArray(input) ? input.map(textIn) : []
    // Numbered, and not in order: only the numbers count.
    const data = texts.map((entry, index) => ({ index, embedding: vectorOf(entry) })).reverse()
    return { data, usage: { prompt_tokens: text.length } }
  }
  if (/^\/v1beta\/models\/[^/]+:batchEmbedContents$/.test(path)) {
    const requests = loosesOf(looseOf(JSON.parse(text)).requests)
    return {
      embeddings: requests.map(({ content }) => ({
        values: vectorOf(
          loosesOf(looseOf(content).parts)
            .map(({ text: part }) => textIn(part))
            .join(''),
        ),
      })),
    }
  }
  return undefined
}

function vectorOf(text: string): readonly number[] {
  const counts = Array.from({ length: 8 }, () => 0)
  for (const character of text) {
    const at = (character.codePointAt(0) ?? 0) % counts.length
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}
