import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createScrubber, type Redaction } from '../../packages/core/src/scrub/index.ts'
import { corporaPresent, readJsonLines } from '../lib/corpora.ts'
import type { Goal, Report } from '../lib/report.ts'

interface GitleaksRow {
  readonly rule: string
  readonly label: 'tp' | 'fp'
  readonly text: string
  readonly secret?: string
  readonly path?: string
  readonly clean?: boolean
}

interface CredSweeperRow {
  readonly file: string
  readonly text: string
  readonly labels: readonly { readonly line: number; readonly value: string; readonly rule: string }[]
}

interface SecretlintRow {
  readonly rule: string
  readonly case: string
  readonly label: 'ng' | 'ok'
  readonly text: string
  readonly ranges: readonly (readonly [number, number])[]
}

interface Score {
  readonly rows: readonly (readonly (string | number)[])[]
  readonly goals: readonly Goal[]
  readonly misses: readonly string[]
}

const scrubber = createScrubber()

/** Scores the built-in scrub rules on the labelled corpora and on ordinary source files; every miss is listed. */
export async function measure(): Promise<Report> {
  const columns = ['corpus', 'hits', 'of', 'share']
  if (!corporaPresent) {
    return { name: 'secrets', columns, rows: [], goals: [{ text: 'the corpora are missing', met: false }] }
  }
  const scores = [scoreGitleaks(), scoreCredSweeper(), scoreSecretlint(), scoreSourceFiles()]
  return {
    name: 'secrets',
    columns,
    rows: scores.flatMap(({ rows }) => rows),
    goals: scores.flatMap(({ goals }) => goals),
    details: scores.flatMap(({ misses }) => misses),
  }
}

function overlaps(redactions: readonly Redaction[], start: number, end: number): boolean {
  return redactions.some((redaction) => redaction.start < end && redaction.end > start)
}

function row(corpus: string, hits: number, total: number): readonly (string | number)[] {
  return [corpus, hits, total, (hits / Math.max(1, total)).toFixed(4)]
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}…` : text)
}

function scoreGitleaks(): Score {
  const rows = readJsonLines<GitleaksRow>('gitleaks-samples.jsonl').filter(({ path }) => path === undefined)
  const secrets = rows.filter(({ label }) => label === 'tp')
  const clean = rows.filter(({ label, clean: marked }) => label === 'fp' && marked === true)
  const missed = secrets.filter(({ text, secret }) => {
    const { redactions } = scrubber.scrub(text)
    const start = secret === undefined ? -1 : text.indexOf(secret)
    return start === -1 ? redactions.length === 0 : !overlaps(redactions, start, start + (secret?.length ?? 0))
  })
  const wrong = clean.flatMap(({ rule, text }) => {
    const { redactions } = scrubber.scrub(text)
    const by = redactions.map((redaction) => `${redaction.rule} ${shorten(text.slice(redaction.start, redaction.end))}`)
    return by.length === 0 ? [] : [`gitleaks ${rule} is clean: ${by.join(', ')} in ${shorten(text)}`]
  })
  const recall = 1 - missed.length / secrets.length
  const kinds = new Set(secrets.map(({ rule }) => rule))
  const found = new Set(secrets.filter((secret) => !missed.includes(secret)).map(({ rule }) => rule))
  return {
    rows: [
      row('gitleaks: rules with a secret found', found.size, kinds.size),
      row('gitleaks: secrets found', secrets.length - missed.length, secrets.length),
      row('gitleaks: clean rows touched', wrong.length, clean.length),
    ],
    goals: [
      { text: `gitleaks recall ${recall.toFixed(4)} >= 0.995`, met: recall >= 0.995 },
      {
        text: `gitleaks false ${(wrong.length / clean.length).toFixed(4)} <= 0.05`,
        met: wrong.length <= clean.length * 0.05,
      },
    ],
    misses: [...missed.map(({ rule, text }) => `gitleaks ${rule} missed: ${shorten(text)}`), ...wrong],
  }
}

/** Line starts of a text, and its lines. */
function lineOffsets(text: string): readonly { readonly start: number; readonly end: number; readonly text: string }[] {
  let start = 0
  return text.split('\n').map((line) => {
    const offset = { start, end: start + line.length, text: line }
    start += line.length + 1
    return offset
  })
}

function scoreCredSweeper(): Score {
  const pairs = new Map<string, boolean>()
  let unlabelled = 0
  const touched: string[] = []
  for (const { file, text, labels } of readJsonLines<CredSweeperRow>('credsweeper-samples.jsonl')) {
    const { redactions } = scrubber.scrub(text)
    const lines = lineOffsets(text)
    const labelled = new Set<number>()
    for (const { line, value } of labels) {
      const from = lines[line - 1]?.start ?? 0
      const found = text.indexOf(value, from)
      const start = found === -1 ? from : found
      const end = found === -1 ? (lines[line - 1]?.end ?? from) : found + value.length
      for (const [index, offset] of lines.entries()) if (offset.start <= end && offset.end >= from) labelled.add(index)
      const key = `${file}: ${value}`
      pairs.set(key, (pairs.get(key) ?? false) || overlaps(redactions, start, end))
    }
    for (const [index, line] of lines.entries()) {
      if (labelled.has(index) || line.text.trim() === '') continue
      unlabelled++
      const hit = redactions.find((redaction) => redaction.start < line.end && redaction.end > line.start)
      if (hit !== undefined)
        touched.push(`CredSweeper ${file}:${index + 1} not labelled: ${hit.rule} in ${shorten(line.text)}`)
    }
  }
  const missed = [...pairs].filter(([, found]) => !found).map(([key]) => `CredSweeper missed ${shorten(key)}`)
  const recall = 1 - missed.length / pairs.size
  return {
    rows: [
      row('CredSweeper: values found', pairs.size - missed.length, pairs.size),
      row('CredSweeper: unlabelled lines touched', touched.length, unlabelled),
    ],
    goals: [
      { text: `CredSweeper recall ${recall.toFixed(3)} >= 0.70`, met: recall >= 0.7 },
      {
        text: `CredSweeper unlabelled lines ${(touched.length / unlabelled).toFixed(4)} <= 0.035`,
        met: touched.length <= unlabelled * 0.035,
      },
    ],
    misses: [...missed, ...touched],
  }
}

/** Rules of secretlint that are about something else than a vendor's credentials. */
const otherSecretlintRules =
  /-(?:filter-comments|pattern|no-homedir|no-k8s-kind-secret|example|no-dotenv|secp256k1-privatekey)$/

function scoreSecretlint(): Score {
  const rows = readJsonLines<SecretlintRow>('secretlint-cases.jsonl').filter(
    ({ rule }) => !otherSecretlintRules.test(rule),
  )
  const ranges = rows.flatMap((secretlint) => secretlint.ranges.map((range) => ({ ...secretlint, range })))
  const missed = ranges.filter(
    ({ text, range: [start, end] }) => !overlaps(scrubber.scrub(text).redactions, start, end),
  )
  const vendors = new Set(ranges.map(({ rule }) => rule))
  const covered = new Set(ranges.filter((range) => !missed.includes(range)).map(({ rule }) => rule))
  const wrong = rows.filter(({ label, text }) => label === 'ok' && scrubber.scrub(text).redactions.length > 0)
  return {
    rows: [
      row('secretlint: ranges found', ranges.length - missed.length, ranges.length),
      row('secretlint: vendor rules covered', covered.size, vendors.size),
      row('secretlint: ok cases touched', wrong.length, rows.filter(({ label }) => label === 'ok').length),
    ],
    goals: [
      {
        text: `secretlint vendor rules covered ${covered.size} of ${vendors.size}`,
        met: covered.size === vendors.size,
      },
    ],
    misses: [
      ...missed.map(({ rule, text, range }) => `secretlint ${rule} missed: ${shorten(text.slice(...range))}`),
      ...wrong.map(({ rule, case: name, text }) => `secretlint ${rule} ${name} is ok: ${redactedParts(text)}`),
    ],
  }
}

function redactedParts(text: string): string {
  return scrubber
    .scrub(text)
    .redactions.map(({ rule, start, end }) => `${rule} ${shorten(text.slice(Math.max(0, start - 40), end))}`)
    .join(', ')
}

const sourceFileCount = 2_000

/** Every n-th source file of node_modules, sorted by path: none of them is supposed to hold a secret. */
function scoreSourceFiles(): Score {
  const root = join(import.meta.dirname, '../../node_modules')
  const all = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]s|jsx|tsx)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .toSorted()
  const step = Math.max(1, Math.floor(all.length / sourceFileCount))
  const chosen = all.filter((_, index) => index % step === 0).slice(0, sourceFileCount)
  const misses = chosen.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return scrubber
      .scrub(text)
      .redactions.map(
        ({ rule, start, end }) => `source ${path}: ${rule} ${shorten(text.slice(Math.max(0, start - 50), end + 10))}`,
      )
  })
  return {
    rows: [row('source files: redactions', misses.length, chosen.length)],
    goals: [
      {
        text: `${misses.length} redactions in ${chosen.length} source files <= 5`,
        met: misses.length <= 5 && chosen.length === sourceFileCount,
      },
    ],
    misses,
  }
}
