import { type Label, toolOutput } from '@drawbridge/core'
import { shorten } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { createEnclosure, enclose, enclosureNotice } from '@drawbridge/core/untrusted'
import { z } from 'zod'
import { idOfDocument } from '../document/document-id.ts'
import type { MemoryHit } from '../search/memory-hit.ts'
import { searchMemory } from '../search/search-memory.ts'
import type { MemorySection } from '../section.ts'
import { type MemoryHouse, memoryOfCaller, searchOf } from './memory-of-caller.ts'

const input = z.strictObject({
  query: z.string().trim().min(1).max(2_000).describe('Words, names or a question.'),
  max_results: z.int().min(1).max(50).default(6),
  quality: z
    .enum(['any', 'good', 'strong'])
    .default('any')
    .describe('The least quality of a result: strong has all words of the query, good at least half of their weight.'),
  scope: z
    .enum(['all', 'own', 'shared', 'project'])
    .default('all')
    .describe("own: the user's documents; shared: those for all users; project: those of this project."),
  as_of: z.iso.datetime({ offset: true }).optional().describe('Only documents last changed at or before this time.'),
})

/** The longest text of a hit in a result, in characters. */
const longestSnippet = 700

/** `memory.search`: finds passages in the documents that the caller sees. */
export function searchTool(house: MemoryHouse, section: MemorySection | undefined): ToolBody {
  return defineToolBody({
    input,
    output: z.strictObject({
      results: z.array(
        z.strictObject({
          id: z.string().describe('Names the document for memory.forget, also among those of the same path.'),
          path: z.string(),
          lines: z.tuple([z.int(), z.int()]),
          quality: z.enum(['strong', 'good', 'weak']),
          text_score: z.number().optional(),
          vector_score: z.number().optional(),
          snippet: z.string(),
          trust: z.enum(['trusted', 'untrusted']),
          source: z.string().optional(),
          date: z.string(),
        }),
      ),
      degraded: z.string().optional(),
    }),
    execute: async ({ query, max_results: count, quality, scope, as_of: asOf }, context) => {
      const { database, places } = await memoryOfCaller(house, context)
      const [own] = places
      const chosen = places.filter(({ user, project }) => {
        if (scope === 'own') return user === own?.user
        if (scope === 'shared') return user === ''
        return scope === 'all' || project !== ''
      })
      if (database === undefined) return outputOf(query, [], undefined)
      const { hits, degraded } = await searchMemory(
        await searchOf(house, section, database),
        chosen,
        {
          query,
          count,
          quality: quality === 'any' ? 'weak' : quality,
          ...(asOf === undefined ? {} : { asOf: Date.parse(asOf) }),
        },
        context.signal,
      )
      return outputOf(query, hits, degraded)
    },
  })
}

function outputOf(query: string, hits: readonly MemoryHit[], degraded: string | undefined) {
  const note = degraded === undefined ? '' : `\n(degraded: ${degraded})`
  const head =
    hits.length === 0
      ? `Nothing in the memory matches ${JSON.stringify(query)}.${note}`
      : `${hits.length} ${hits.length === 1 ? 'passage' : 'passages'}; memory.get reads more of one.${note}`
  return toolOutput({
    content: [
      { type: 'text', text: head },
      ...hits.map((hit) => ({ type: 'text' as const, text: textOf(hit), label: labelOf(hit) })),
    ],
    data: {
      results: hits.map((hit) => ({
        id: idOfDocument(hit),
        path: hit.path,
        lines: [hit.firstLine, hit.lastLine],
        quality: hit.quality,
        ...(hit.scores.text === undefined ? {} : { text_score: round(hit.scores.text) }),
        ...(hit.scores.vector === undefined ? {} : { vector_score: round(hit.scores.vector) }),
        snippet: snippetOf(hit.text),
        trust: hit.trust,
        ...(hit.source === '' ? {} : { source: hit.source }),
        date: new Date(hit.modifiedMs).toISOString(),
      })),
      ...(degraded === undefined ? {} : { degraded }),
    },
  })
}

/** Untrusted text goes between markers, so that it cannot be taken for words of the user. */
function textOf(hit: MemoryHit): string {
  const where = [
    `${hit.path}:${hit.firstLine}-${hit.lastLine}`,
    ...hit.headings.slice(-1).map((each) => JSON.stringify(each)),
  ]
  const date = new Date(hit.modifiedMs).toISOString().slice(0, 10)
  const head = `${where.join(' ')} (${hit.quality}, ${date}${hit.trust === 'untrusted' ? ', untrusted' : ''})`
  return `${head}\n${shownText(hit, snippetOf(hit.text))}`
}

/** Returns a text of the memory as a model sees it: what a stranger wrote is put between markers. */
export function shownText({ trust, source }: Pick<MemoryHit, 'trust' | 'source'>, text: string): string {
  if (trust === 'trusted') return text
  const from = source === '' ? 'a stranger and was kept in the memory' : `${source} and was kept in the memory`
  return `${enclosureNotice(from)}\n${enclose(text, createEnclosure())}`
}

/** Returns the label of what a hit shows. */
export function labelOf({ path, trust, source }: Pick<MemoryHit, 'path' | 'trust' | 'source'>): Label {
  return { sources: [{ tool: 'memory.search', target: source === '' ? path : source }], trust, readers: 'anyone' }
}

function snippetOf(text: string): string {
  return shorten(text, longestSnippet)
}

function round(score: number): number {
  return Math.round(score * 1_000) / 1_000
}
