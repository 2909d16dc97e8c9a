import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDrawbridge } from '@drawbridge/sdk'
import { openAgentStore } from '@drawbridge/sdk/agents'
import { create, insertMultiple, search } from '@orama/orama'
import MiniSearch from 'minisearch'
import type { Report } from '../../lib/report.ts'
import { gainOfTen, type Page, type Question, readQuestionSet } from './question-set.ts'

/** The parts of the questions that are shown by themselves: a mean can hide that a weight fits some alone. */
const foldCount = 5

interface Engine {
  readonly name: string
  /** Returns the ids of pages, best first. */
  find(question: string): Promise<readonly string[]>
}

/** Searches the documentation of a public package with questions made by rule, next to two search libraries. */
export async function measure(): Promise<Report> {
  const { pages, questions } = readQuestionSet()
  await using ours = await openMemory('memory.search', pages, true)
  await using wordsAlone = await openMemory('memory.search, words alone (every third question)', pages, false)
  const engines = [ours, wordsAlone, await openOrama(pages), openMiniSearch(pages)]
  const gains = new Map<string, readonly number[]>()
  // A third of the questions tells whether vectors cost anything, in a third of the time.
  const everyThird = (_: unknown, index: number) => index % 3 === 0
  for (const engine of engines)
    gains.set(engine.name, await gainsOf(engine, engine === wordsAlone ? questions.filter(everyThird) : questions))
  const mean = (name: string) => average(gains.get(name) ?? [])
  const peers = engines.slice(2).map(({ name }) => mean(name))
  const both = [(gains.get(ours.name) ?? []).filter(everyThird), gains.get(wordsAlone.name) ?? []] as const
  const folds = Array.from({ length: foldCount }, (_, fold) => {
    const inFold = (_gain: number, index: number) => index % foldCount === fold
    return [average(both[0].filter(inFold)), average(both[1].filter(inFold))] as const
  })
  const misses = questions.filter((_, index) => gains.get(ours.name)?.[index] === 0)
  return {
    name: 'retrieval',
    columns: ['search', 'nDCG@10', 'page among the first ten'],
    rows: engines.map(({ name }) => [
      name,
      mean(name).toFixed(3),
      `${(100 * average((gains.get(name) ?? []).map((gain) => (gain > 0 ? 1 : 0)))).toFixed(1)} %`,
    ]),
    goals: [
      { text: 'the set has at least 300 questions', met: questions.length >= 300 },
      {
        text: 'the vectors that come with Drawbridge cost at most 0.005 of the gain of words alone',
        met: average((gains.get(ours.name) ?? []).filter(everyThird)) >= mean(wordsAlone.name) - 0.005,
      },
      { text: 'memory.search is at least as good as both libraries', met: mean(ours.name) >= Math.max(...peers) },
    ],
    details: [
      `${questions.length} questions about ${pages.length} pages`,
      `${misses.length} pages not found`,
      ...folds.map(
        ([chosen, alone], fold) =>
          `fold ${fold + 1} of ${foldCount}: ${chosen.toFixed(3)} with the built-in weight, ${alone.toFixed(3)} by words alone`,
      ),
    ],
    data: {
      questions: questions.length,
      pages: pages.length,
      means: Object.fromEntries([...gains].map(([name, each]) => [name, average(each)])),
      folds: folds.map(([chosen, alone]) => ({ chosen, alone })),
    },
  }
}

async function gainsOf(engine: Engine, questions: readonly Question[]): Promise<readonly number[]> {
  const gains: number[] = []
  for (const question of questions) gains.push(gainOfTen(await engine.find(question.text), question))
  return gains
}

/** The tool as an agent calls it, on pages that are its memory. */
async function openMemory(
  name: string,
  pages: readonly Page[],
  embeddings: boolean,
): Promise<Engine & AsyncDisposable> {
  const home = mkdtempSync(join(tmpdir(), 'drawbridge-retrieval-'))
  writeFileSync(join(home, 'drawbridge.jsonc'), JSON.stringify({ memory: { embeddings } }))
  const pathOf = ({ id }: Page) => `memory${id.slice('/docs'.length)}.md`
  {
    await using store = await openAgentStore({ home, create: true })
    const memory = Object.fromEntries(pages.map((page) => [pathOf(page), `# ${page.title}\n\n${page.text}`]))
    await store?.create({ id: 'reader', type: 'open', createdMs: 1 }, { memory })
  }
  const drawbridge = await createDrawbridge({ home, agent: 'reader' })
  const session = drawbridge.openSession()
  const ids = new Map(pages.map((page) => [pathOf(page), page.id]))
  return {
    name,
    find: async (query) => {
      const outcome = await session.call({ name: 'memory.search', arguments: { query, max_results: 30 } })
      if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome.result.content))
      const { results } = outcome.result.data as { readonly results: readonly { readonly path: string }[] }
      return [...new Set(results.map(({ path }) => ids.get(path) ?? ''))]
    },
    [Symbol.asyncDispose]: async () => {
      await drawbridge[Symbol.asyncDispose]()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function openMiniSearch(pages: readonly Page[]): Engine {
  const index = new MiniSearch({ fields: ['title', 'text'], searchOptions: { boost: { title: 4 } } })
  index.addAll(pages.map((page) => ({ ...page })))
  return {
    name: 'minisearch',
    find: async (query) =>
      index
        .search(query)
        .slice(0, 30)
        .map(({ id }) => String(id)),
  }
}

async function openOrama(pages: readonly Page[]): Promise<Engine> {
  const index = create({ schema: { title: 'string', text: 'string' } as const })
  await insertMultiple(
    index,
    pages.map((page) => ({ ...page })),
  )
  return {
    name: 'orama',
    find: async (term) => {
      const { hits } = await search(index, { term, boost: { title: 4 }, limit: 30 })
      return hits.map(({ id }) => id)
    },
  }
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(numbers.length, 1)
}
