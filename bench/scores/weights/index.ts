import { createHash } from 'node:crypto'
import { bm25 } from '../../../packages/core/src/search/rank-texts.ts'
import { fieldWeights } from '../../../packages/memory/src/index/index-chunk.ts'
import { fuseLists } from '../../../packages/memory/src/search/fuse-lists.ts'
import { roughMeaningWeight } from '../../../packages/memory/src/section.ts'
import type { Report } from '../../lib/report.ts'
import { gainOfTen, type Question, type QuestionSet, readQuestionSet } from '../retrieval/question-set.ts'
import { type Lists, prepareLists, type WordWeights } from './lists.ts'

/** A choice of all weights. */
export interface Weights extends WordWeights {
  readonly meaning: number
}

/** The weights in the code. */
export const builtIn: Weights = {
  k1: bm25.k1,
  b: bm25.b,
  title: fieldWeights.title,
  path: fieldWeights.path,
  meaning: roughMeaningWeight,
}
/** The weights that the literature begins with, each first, and those that are tried. */
const grid = {
  k1: [1.2, 0.9, 1.6, 2],
  b: [0.75, 0.5, 0.9],
  title: [4, 2, 8],
  path: [2, 1, 4, 8],
  meaning: [0, 0.1, 0.25, 0.5, 1],
} as const satisfies Readonly<Record<keyof Weights, readonly number[]>>
const folds = 5

/** A choice with its gain on each question. Every fifth question is of one fold. */
export interface Cell {
  readonly weights: Weights
  readonly gains: readonly number[]
}

/** The choice of the weights, and what it is worth on questions that it did not see. */
export interface Choice {
  readonly words: readonly Cell[]
  readonly meanings: readonly Cell[]
  readonly chosen: Weights
  /**
   * The gain on each fold: with the first weights, with those of words that the other folds chose, with the chosen ones by words alone, and
   * with the meanings that the other folds chose.
   */
  readonly heldOut: readonly {
    readonly first: number
    readonly tuned: number
    readonly words: number
    readonly hybrid: number
  }[]
}

/**
 * Chooses the weights of a set by cross-validation: those of words, then that of meanings. The first ones of the grid stay unless those that
 * four folds choose are better on the fifth, which they did not see: the best ones of all folds fit their questions too well.
 */
export async function chooseWeights(set: QuestionSet): Promise<Choice> {
  const lists = await prepareLists(set)
  const cell = (weights: Weights): Cell => ({ weights, gains: gainsOf(lists, set.questions, weights) })
  const words = grid.k1.flatMap((k1) =>
    grid.b.flatMap((b) =>
      grid.title.flatMap((title) => grid.path.map((path) => cell({ k1, b, title, path, meaning: 0 }))),
    ),
  )
  const [first] = words
  if (first === undefined) throw new TypeError('The grid has a cell.')
  const others = (fold: number) => everywhere.filter((each) => each !== fold)
  const tuned = everywhere.map((fold) => choose(words, others(fold)))
  const isWorthIt = !isChance(
    tuned.flatMap((cell, fold) => gainsOn(cell, [fold])),
    everywhere.flatMap((fold) => gainsOn(first, [fold])),
  )
  const best = isWorthIt ? choose(words, everywhere) : first
  const meanings = grid.meaning.map((meaning) => cell({ ...best.weights, meaning }))
  const heldOut = everywhere.map((fold) => ({
    first: mean(gainsOn(first, [fold])),
    tuned: mean(gainsOn(tuned[fold] ?? first, [fold])),
    words: mean(gainsOn(best, [fold])),
    hybrid: mean(gainsOn(choose(meanings, others(fold)), [fold])),
  }))
  return { words, meanings, chosen: choose(meanings, everywhere).weights, heldOut }
}

const everywhere = Array.from({ length: folds }, (_, fold) => fold)

/** Chooses the first cell of the grid that is as good as the best one. */
function choose(cells: readonly Cell[], seen: readonly number[]): Cell {
  const best = cells.reduce((left, right) => (mean(gainsOn(right, seen)) > mean(gainsOn(left, seen)) ? right : left))
  return cells.find((cell) => isChance(gainsOn(best, seen), gainsOn(cell, seen))) ?? best
}

/** Says whether gains are better than others on the same questions by no more than one standard error: that is chance. */
function isChance(better: readonly number[], other: readonly number[]): boolean {
  const differences = better.map((gain, index) => gain - (other[index] ?? 0))
  const average = mean(differences)
  const variance = differences.reduce((sum, each) => sum + (each - average) ** 2, 0) / (differences.length - 1)
  return average <= Math.sqrt(variance / differences.length)
}

/** Returns the gains on the questions of some folds. */
function gainsOn({ gains }: Pick<Cell, 'gains'>, seen: readonly number[]): readonly number[] {
  return gains.filter((_gain, index) => seen.includes(index % folds))
}

/** Returns the gain of each question. */
function gainsOf(lists: Lists, questions: readonly Question[], weights: Weights): readonly number[] {
  return questions.map((question, index) => {
    const fused = fuseLists([
      { ids: lists.byWords(index, weights).map(({ chunk }) => chunk), weight: 1 },
      { ids: lists.byMeaning(index), weight: weights.meaning },
    ]).map(({ id, score }) => ({ id, rank: score * lists.features(index, id) }))
    const pages = fused
      .sort((left, right) => right.rank - left.rank)
      .slice(0, longestList)
      .map(({ id }) => lists.chunks[id]?.page ?? '')
    return gainOfTen([...new Set(pages)], question)
  })
}

/** The chunks that are looked at for pages. */
const longestList = 60

/** Prints the grid, the weights that it chooses, and their gain on held-out folds. */
export async function measure(): Promise<Report> {
  const set = readQuestionSet()
  const { words, meanings, chosen, heldOut } = await chooseWeights(set)
  const differences = heldOut.map(({ words: alone, hybrid }) => hybrid - alone)
  return {
    name: 'weights',
    columns: ['k1', 'b', 'title', 'path', 'meaning', 'nDCG@10', 'by fold'],
    rows: [...words, ...meanings].map(({ weights, ...cell }) => [
      ...[weights.k1, weights.b, weights.title, weights.path, weights.meaning].map(String),
      mean(cell.gains).toFixed(4),
      everywhere.map((fold) => mean(gainsOn(cell, [fold])).toFixed(3)).join(' '),
    ]),
    goals: [
      { text: 'the weights in the code are those that the grid chooses', met: isSame(chosen, builtIn) },
      {
        text: 'on held-out folds, words with meanings are at most 0.005 worse than words alone',
        met: mean(differences) >= -0.005,
      },
    ],
    details: [
      `${set.questions.length} questions, ${folds} folds; the set has the hash ${hashOf(set)}`,
      `chosen: ${JSON.stringify(chosen)}; in the code: ${JSON.stringify(builtIn)}`,
      ...heldOut.map(
        ({ first, tuned, words: alone, hybrid }, fold) =>
          `held-out fold ${fold + 1}: ${first.toFixed(4)} with the first weights, ${tuned.toFixed(4)} with those of the other folds; chosen: ${hybrid.toFixed(4)} with meanings, ${alone.toFixed(4)} by words alone`,
      ),
    ],
    data: { chosen, heldOut, set: hashOf(set) },
  }
}

/** Says whether two choices are the same. */
export function isSame(left: Weights, right: Weights): boolean {
  return (Object.keys(left) as (keyof Weights)[]).every((name) => left[name] === right[name])
}

function hashOf(set: QuestionSet): string {
  return createHash('sha256').update(JSON.stringify(set)).digest('hex').slice(0, 16)
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(numbers.length, 1)
}
