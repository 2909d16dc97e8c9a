import { setImmediate } from 'node:timers/promises'
import { type ToolContext, toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { field, type InferOutput } from '@drawbridge/core/schema'
import { note, pathBelow, shownPath } from '@drawbridge/tools/listing'
import { rankProject } from './graph/rank-project.ts'
import { createFactsReader, type FactsReader } from './parse/create-facts-reader.ts'
import { frameBytes, layOutMap } from './render/describe-map.ts'
import { estimateTokens, fitBudget } from './render/fit-budget.ts'
import { mapData, mapOutput } from './render/map-data.ts'
import { type MapLine, mapSteps, type RankedProject } from './render/map-lines.ts'
import { describeNotes, describeShare, type MapNotes } from './render/map-notes.ts'
import { collectSources, type FoundSources, maxSources } from './source/collect-sources.ts'
import { type ReadSources, readSources } from './source/read-sources.ts'

const maxBudget = 16_000

const inputSchema = field.object({
  path: field
    .string()
    .min(1)
    .default('.')
    .describe('Folder or file to map; absolute, or relative to the working folder.'),
  focus: field
    .array(field.string().min(1).max(500))
    .max(20)
    .default([])
    .describe('Files, folders or names that the task is about. The map then begins with what is close to them.'),
  budget: field.int().min(256).max(maxBudget).default(4_000).describe('Maximum size of the map in tokens.'),
  depth: field.int().min(1).max(100).optional().describe('Number of folder levels to map. Default: all.'),
  symbols: field.boolean().default(true).describe('Set to false to list files alone.'),
  dependencies: field.boolean().default(true).describe('Say which files a file imports, and how many import it.'),
})

type MapInput = InferOutput<typeof inputSchema>

/**
 * `code.map`: the structure of a code base, its most important symbols first, within a token budget. Files that the call may not see
 * are left out without a trace. Ignored files are left out too, and folders of dependencies and builds unless the path names one.
 *
 * Codes: `file_not_found`, `invalid_target` (a file that is not source code), `file_too_large` (one file).
 */
export function codeMap(reader: FactsReader = createFactsReader()): ToolBody<typeof inputSchema> {
  return defineToolBody({
    input: inputSchema,
    output: mapOutput,
    // The budget is the limit.
    resultLimit: { bytes: 4 * maxBudget, lines: maxBudget, artifact: false },
    targets: ({ path }) => [{ kind: 'path', path, access: 'read', recursive: true }],
    execute: async (input, context) => {
      const shown = (path: string) => shownPath(pathBelow(input.path, path))
      const found = await collectSources(input, context)
      const read = await readSources(found, reader, context)
      const project = await rankProject(read.sources, {
        manifests: read.manifests,
        focus: input.focus,
        shown,
        breathe: async () => {
          await setImmediate()
          context.signal.throwIfAborted()
        },
      })
      return mapResult(input, { found, read, project, shown }, context)
    },
  })
}

interface Findings {
  readonly found: FoundSources
  readonly read: ReadSources
  readonly project: RankedProject
  readonly shown: (path: string) => string
}

function mapResult(input: MapInput, findings: Findings, { scrubber }: ToolContext) {
  const { project, shown, found, read } = findings
  const scrub = (text: string) => scrubber.scrub(text).text
  const notes = describeNotes(notesOf(findings, scrub))
  const symbols = input.symbols ? project.ranking.symbols.length : 0
  const total = { files: project.sources.length, symbols }
  const reserved = frameBytes + Buffer.byteLength(['', ...notes, describeShare(total, total)].join(' ')) + 3
  const steps = mapSteps(project, { ...input, shown, scrub })
  const { lines, isComplete } = fitBudget(steps, { budget: input.budget, reserved })
  const count = (kind: MapLine['kind']) => lines.filter((line) => line.kind === kind).length
  const share = { files: count('file'), symbols: count('symbol') }
  const text = layOutMap(lines)
  const ours = note(
    total.files === 0 ? 'No source files that the call may see, in a language that code.map knows.' : undefined,
    isComplete ? undefined : describeShare(share, total),
    ...notes,
  )
  const whole = [text, ...ours.flatMap((block) => (block.type === 'text' ? [block.text] : []))].join('\n')
  const incomplete = incompleteOf(findings)
  return toolOutput({
    content: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...ours],
    data: {
      path: input.path,
      ...mapData(lines, project, shown),
      budget: input.budget,
      tokens: estimateTokens(whole),
      truncated: !isComplete,
      ...(incomplete === undefined ? {} : { incomplete }),
      skipped: [
        ...found.tooLarge.map((path) => ({ path: shown(path), reason: 'too_large' })),
        ...read.notSource.map((path) => ({ path: shown(path), reason: 'not_source' })),
        ...read.tooSlow.map((path) => ({ path: shown(path), reason: 'too_slow' })),
      ],
    },
  })
}

function incompleteOf({ found, read }: Findings): 'files' | 'time' | undefined {
  if (read.isIncomplete) return 'time'
  return found.isIncomplete ? 'files' : undefined
}

function notesOf(findings: Findings, scrub: (text: string) => string): MapNotes {
  const { found, read, project, shown } = findings
  const withErrors = project.sources.filter(({ facts }) => facts.hasErrors)
  const named = (paths: readonly string[]) => paths.map((path) => scrub(shown(path)))
  return {
    tooLarge: named(found.tooLarge),
    notSource: named(read.notSource),
    tooSlow: named(read.tooSlow),
    withErrors: named(withErrors.map(({ path }) => path)),
    unknownFocus: project.focus.unknown.map(scrub),
    incomplete: incompleteOf(findings),
    maxFiles: maxSources,
  }
}
