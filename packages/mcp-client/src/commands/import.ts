import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'
import { createScrubber } from '@drawbridge/core/scrub'
import type { CommandInvocation, RoomCommand, Terminal } from '@drawbridge/room'
import { requirePerson } from '@drawbridge/sandbox/operator'
import { replaceSettingsFile } from '@drawbridge/sandbox/settings-file'
import { createKeySource, createSecretRepository } from '@drawbridge/store/secrets'
import { createTwoFilesPatch } from 'diff'
import { clientNames } from '../import/client/client-files.ts'
import type { OwnEntry } from '../import/client/entry-shapes.ts'
import type { ClientPlace } from '../import/client/expand-paths.ts'
import { rawEntries } from '../import/client/read-servers.ts'
import { type Backup, backUp, type FileChange } from '../import/disk/backups.ts'
import { findClientFiles, type OpenedFile } from '../import/disk/find-client-files.ts'
import { type OwnConfiguration, readOwnConfiguration } from '../import/disk/own-configuration.ts'
import { editConfig } from '../import/document/edit-config.ts'
import { isOwnEntry } from '../import/plan/own-entry.ts'
import { type FoundFile, type ImportPlan, planImport } from '../import/plan/plan-import.ts'
import { describeImport } from './describe-import.ts'
import { dryRunOption, jsonOption, operatorFile } from './options.ts'

/** Clients that start servers anywhere but in a project, so that the folder must be said. */
const startsAnywhere: ReadonlySet<string> = new Set(['claude-desktop', 'lm-studio', 'goose'])

/** Moves the servers of other clients into our configuration, and puts one entry in their place. */
export const importCommand: RoomCommand = {
  arguments: [
    {
      name: 'client',
      summary: `one of ${clientNames.join(', ')}; all that are found if none is named`,
      required: false,
      variadic: true,
    },
  ],
  options: [dryRunOption, jsonOption],
  examples: [
    ['See what would change', 'drawbridge mcp import --dry-run'],
    ['Take over the servers of one client', 'drawbridge mcp import cursor'],
    ['Undo it', 'drawbridge mcp restore'],
  ],
  run: async (invocation) => {
    const { arguments: clients, options, io, ground, workspace } = invocation
    const isDry = options.dryRun === true
    if (!isDry) requirePerson(io.environment, 'import servers')
    for (const client of clients) if (!clientNames.includes(client)) throw unknownClient(client)
    const place = clientPlace(invocation)
    const { opened, broken } = await findClientFiles(place, clients.length === 0 ? undefined : clients)
    const own = await readOwnConfiguration(operatorFile(invocation))
    using terminal = isDry || options.json === true ? undefined : io.openTerminal({ inputIsData: false })
    const agreed = await askForProjects(opened, terminal, io.catchInterrupts)
    const scrubber = createScrubber()
    const plan = planImport({
      files: opened,
      existing: own.servers,
      place,
      workspace,
      isAgreed: (file, name) => agreed.has(agreementKey(file, name)),
      ownEntry: (file) => ownEntry(file, invocation),
      findSecrets: (text) => scrubber.scrub(text).redactions,
      keptSecrets: await keptSecrets(invocation),
    })
    const changes = changesOf(plan, opened, own)
    const diff = isDry ? scrubber.scrub(hideMoved(changes.map(showDiff).join(''), plan)).text : undefined
    const done = isDry ? { backup: undefined, failures: [] } : await carryOut(plan, changes, invocation)
    const report = { entries: plan.entries, broken: broken.map(({ path, why }) => ({ path, why })), ...done }
    if (options.json === true)
      await io.output.write(
        `${JSON.stringify({ dryRun: isDry, ...report, ...(diff === undefined ? {} : { diff }) })}\n`,
      )
    else if (diff !== undefined) await io.output.write(diff)
    if (options.json !== true)
      await (isDry ? io.diagnostics : io.output).write(describeImport(report, { isDry, home: ground.home }))
    return done.failures.length === 0 ? 0 : 1
  },
}

/** The place of clients' files: the person's home as the environment says it. */
export function clientPlace({ io: { environment }, workspace }: CommandInvocation): ClientPlace {
  const userHome = environment.HOME ?? environment.USERPROFILE
  if (userHome === undefined)
    throw new DrawbridgeError('invalid_option', 'The environment names no home (HOME), so no client can be found.')
  const platform = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux'
  return { platform, userHome, environment, workspace }
}

function unknownClient(name: string): DrawbridgeError {
  return new DrawbridgeError(
    'invalid_option',
    `The client ${JSON.stringify(name)} is not known. Known: ${clientNames.join(', ')}.`,
  )
}

const agreementKey = ({ path }: Pick<FoundFile, 'path'>, name: string) => `${path}\n${name}`

/** Shows each server of a project with its command line and asks. Without a terminal nobody agrees. */
async function askForProjects(
  opened: readonly OpenedFile[],
  terminal: Terminal | undefined,
  catchInterrupts: CommandInvocation['io']['catchInterrupts'],
): Promise<ReadonlySet<string>> {
  const agreed = new Set<string>()
  const projects = opened.filter(({ file }) => file.scope === 'project')
  if (terminal === undefined || projects.length === 0) return agreed
  using interruption = catchInterrupts()
  for (const found of projects) {
    for (const { name, value } of rawEntries(found.file, found.value)) {
      if (isOwnEntry(value)) continue
      terminal.write(
        `\n${escapeToOneLine(found.path)} is a file of this project, and asks to start:\n  ${escapeToOneLine(name)}  ${escapeToOneLine(createScrubber().scrub(JSON.stringify(value)).text)}\nUse it? [y/N] `,
      )
      const key = await terminal.readKey(interruption.signal)
      terminal.write(key === 'y' || key === 'Y' ? 'yes\n' : 'no\n')
      if (key === 'y' || key === 'Y') agreed.add(agreementKey(found, name))
    }
  }
  return agreed
}

function ownEntry(
  { file }: FoundFile,
  { options, workspace, ground, startLine: [command, launcher] }: CommandInvocation,
): OwnEntry {
  const needsFolder = options.workspace !== undefined || file.scope === 'project' || startsAnywhere.has(file.client)
  const args = [launcher, 'mcp', '--home', ground.home, '--client', file.client]
  if (needsFolder) args.push('--workspace', workspace)
  if (typeof options.config === 'string') args.push('--config', options.config)
  return { name: 'drawbridge', command, args }
}

async function keptSecrets({ ground }: CommandInvocation): Promise<ReadonlyMap<string, string>> {
  const database = await ground.database.find()
  if (database === undefined) return new Map()
  const keys = createKeySource({ home: ground.home, environment: ground.environment })
  return await createSecretRepository({ database, keys, clock: ground.clock }).values()
}

/** Our file first: servers are never nowhere. */
function changesOf(plan: ImportPlan, opened: readonly OpenedFile[], own: OwnConfiguration): readonly FileChange[] {
  const ours = own.change(plan.servers)
  const theirs = opened.flatMap(({ path, syntax, text, bytes }) => {
    const changes = plan.changes.get(path)
    if (changes === undefined) return []
    const edited = editConfig(syntax, text, changes)
    if (edited.status === 'refused')
      throw new DrawbridgeError('invalid_option', `"${path}" was left alone: ${edited.why}. Nothing was changed.`)
    return [{ path, before: bytes, after: new TextEncoder().encode(edited.text) }]
  })
  return [...(ours === undefined ? [] : [ours]), ...theirs]
}

interface Done {
  readonly backup: Pick<Backup, 'id' | 'folder'> | undefined
  /** Sentences about files that could not be written. */
  readonly failures: readonly string[]
}

async function carryOut(
  plan: ImportPlan,
  changes: readonly FileChange[],
  { ground }: CommandInvocation,
): Promise<Done> {
  if (changes.length === 0) return { backup: undefined, failures: [] }
  const { id, folder } = await backUp(ground.home, changes, ground.clock.now())
  if (plan.secrets.length > 0) {
    const database = await ground.database.obtain()
    const keys = createKeySource({ home: ground.home, environment: ground.environment })
    const repository = createSecretRepository({ database, keys, clock: ground.clock })
    for (const { name, value } of plan.secrets) await repository.set(name, value)
  }
  const failures: string[] = []
  for (const { path, before, after } of changes) {
    try {
      await replaceSettingsFile(path, { before, bytes: after })
    } catch (error) {
      failures.push(errorMessage(error))
      // Without our own configuration clients would lose their servers.
      if (path === changes[0]?.path && Object.keys(plan.servers).length > 0) break
    }
  }
  return { backup: { id, folder }, failures }
}

/** Hides secrets in the lines that would be removed: clients' files contain them. */
function hideMoved(text: string, { secrets }: ImportPlan): string {
  return secrets.reduce(
    (shown, { name, value }) =>
      shown.replaceAll(value, `[${name}]`).replaceAll(JSON.stringify(value).slice(1, -1), `[${name}]`),
    text,
  )
}

/** Shows a change of a file as a unified diff. */
function showDiff({ path, before, after }: FileChange): string {
  const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes ?? new Uint8Array())
  return createTwoFilesPatch(
    before === undefined ? '/dev/null' : path,
    path,
    text(before),
    text(after),
    undefined,
    undefined,
    {
      context: 3,
    },
  )
}
