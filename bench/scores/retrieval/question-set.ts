import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'

/** A page of the documentation. */
export interface Page {
  /** As links name it: `/docs/agents/loop-control`. */
  readonly id: string
  readonly title: string
  /** Without the front matter. */
  readonly text: string
}

/** A question with the page that answers it. */
export interface Question {
  readonly text: string
  readonly page: string
  /** A page that holds the question itself, word for word: it is left out of the results. */
  readonly asker: string | undefined
}

/** A labelled set, made by rule. */
export interface QuestionSet {
  readonly pages: readonly Page[]
  readonly questions: readonly Question[]
}

const frontMatter = /^---\n([\s\S]*?)\n---\n/
const link = /\[([^\]\n]{1,120})\]\((\/docs[^)#\s]*)(#[^)\s]*)?\)/g

/**
 * Makes questions from the documentation that the package `ai` ships: the text of each link to another page, if it has two words or more,
 * asks for that page; the description of a page asks for the page, which is stored without it.
 */
export function readQuestionSet(): QuestionSet {
  const folder = join(dirname(createRequire(import.meta.url).resolve('ai/package.json')), 'docs')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mdx'))
  const read = files.toSorted().map((file) => {
    const whole = readFileSync(join(folder, file), 'utf8')
    const head = frontMatter.exec(whole)
    const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'm').exec(head?.[1] ?? '')?.[1]?.trim() ?? ''
    const id = idOf(relative(folder, join(folder, file)))
    return { id, title: field('title'), description: field('description'), text: whole.slice(head?.[0].length ?? 0) }
  })
  const known = new Set(read.map(({ id }) => id))
  const questions = read.flatMap(({ id, description, text }): readonly Question[] => {
    const links = [...text.matchAll(link)].flatMap(([, words = '', target = '']) => {
      const page = target.replace(/\/$/, '')
      const isQuestion = known.has(page) && page !== id && words.replaceAll('`', '').trim().split(/\s+/).length >= 2
      return isQuestion ? [{ text: words, page, asker: id }] : []
    })
    const described = description.split(/\s+/).length >= 3 ? [{ text: description, page: id, asker: undefined }] : []
    return [...described, ...links]
  })
  const distinct = new Map(questions.map((question) => [`${question.text}\n${question.page}`, question]))
  return { pages: read.map(({ id, title, text }) => ({ id, title, text })), questions: [...distinct.values()] }
}

/** `03-agents/02-loop-control.mdx` is linked as `/docs/agents/loop-control`. */
function idOf(file: string): string {
  const parts = file
    .replace(/\.mdx$/, '')
    .split(sep)
    .map((part) => part.replace(/^\d+-/, ''))
  return `/docs/${parts.filter((part, index) => !(part === 'index' && index === parts.length - 1)).join('/')}`
}

/** Returns the normalised discounted gain of the first ten results, for one relevant page: a number from 0 to 1. */
export function gainOfTen(results: readonly string[], { page, asker }: Question): number {
  const rank = results
    .filter((each) => each !== asker)
    .slice(0, 10)
    .indexOf(page)
  return rank < 0 ? 0 : 1 / Math.log2(rank + 2)
}
