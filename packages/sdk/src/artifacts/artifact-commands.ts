import { join } from 'node:path'
import type { Artifact } from '@drawbridge/core/artifact'
import { createSystemIdSource, defined, escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import type { ArtifactsSection } from '@drawbridge/core/configuration'
import { type CommandInvocation, explainAmbiguous, findByPrefix, type RoomCommand } from '@drawbridge/room'
import { type ArtifactFiles, createArtifactFiles } from '@drawbridge/store'

type Invocation = CommandInvocation<ArtifactsSection>

const pageBytes = 1_048_576
const json = { flags: '--json', summary: 'write one JSON object' }

export const artifactsList: RoomCommand<ArtifactsSection> = {
  options: [{ flags: '--session <id>', summary: 'only those of one session' }, json],
  examples: [['Which outputs are stored?', 'drawbridge artifacts list']],
  run: async (invocation) => {
    const { options, io } = invocation
    const artifacts = await openStored(invocation).list(textOf(options.session))
    if (options.json === true) return io.output.write(`${JSON.stringify({ artifacts })}\n`)
    if (artifacts.length === 0) return io.diagnostics.write('There are no artifacts.\n')
    await io.output.write(artifacts.map(row).join(''))
  },
}

export const artifactsShow: RoomCommand<ArtifactsSection> = {
  arguments: [{ name: 'id', summary: 'id in a result, or a unique prefix' }],
  options: [{ flags: '--json', summary: 'write its description, as one JSON object' }],
  examples: [['All that a command printed', 'drawbridge artifacts show ID | less']],
  run: async (invocation) => {
    const { options, io } = invocation
    const [given = ''] = invocation.arguments
    const stored = openStored(invocation)
    const found = findByPrefix(given, { items: await stored.list(), idOf: (item) => item.id, kind: 'artifact' })
    const artifact = found.status === 'found' ? await stored.find(found.item.id, found.item.session) : undefined
    if (artifact === undefined) {
      const message =
        found.status === 'ambiguous'
          ? explainAmbiguous(given, 'artifacts', found.ids)
          : `The artifact ${JSON.stringify(given)} does not exist; it may have expired. See: drawbridge artifacts list`
      await io.diagnostics.write(`drawbridge: ${message}\n`)
      return 1
    }
    if (options.json === true) await io.output.write(`${JSON.stringify(artifact)}\n`)
    else await writeText(stored, artifact, io.output)
    return 0
  },
}

export const artifactsPrune: RoomCommand<ArtifactsSection> = {
  options: [json],
  examples: [['From a job that runs daily', 'drawbridge artifacts prune']],
  run: async (invocation) => {
    const { options, io } = invocation
    const removed = await openStored(invocation).prune()
    const told = `Removed ${removed} artifacts past their retention.`
    await io.output.write(`${options.json === true ? JSON.stringify({ removed }) : told}\n`)
  },
}

function openStored({ ground: { home, clock }, section }: Invocation): ArtifactFiles {
  return createArtifactFiles({
    ...defined(section ?? {}),
    folder: join(home, 'artifacts'),
    clock,
    ids: createSystemIdSource(),
  })
}

/** Writes the full text, page by page, until the reader stops reading. */
async function writeText(
  stored: ArtifactFiles,
  { id, session, bytes }: Artifact,
  output: Invocation['io']['output'],
): Promise<void> {
  const decoder = new TextDecoder()
  for (let offset = 0; offset < bytes && !output.closed; offset += pageBytes) {
    const page = await stored.read(id, session, { offset, length: pageBytes })
    const text = decoder.decode(page, { stream: offset + pageBytes < bytes })
    await output.write(output.isTerminal ? escapeUnprintable(text) : text)
  }
}

function row({ id, createdAt, bytes, tool, session, complete }: Artifact): string {
  const cut = complete ? '' : '  (incomplete: the quota was reached)'
  const origin = escapeToOneLine(`${tool}  session ${session}`)
  return `${id}  ${new Date(createdAt).toISOString()}  ${String(bytes).padStart(10)} bytes  ${origin}${cut}\n`
}

function textOf(option: string | boolean | undefined): string | undefined {
  return typeof option === 'string' ? option : undefined
}
